// SPDX-License-Identifier: MIT
#include <plant/tick_together.hpp>

#include "actuator/actuator.hpp"
#include "models/block_lane.hpp"
#include "models/four_wheeler.hpp"

#include <algorithm>
#include <array>
#include <mutex>

namespace plant {
namespace {

/// Smaller groups are not faster than single ticks, with any instruction set.
constexpr std::size_t fewest_together = 5;

/// Number of following sessions that are searched for members; limited by the bits of a word.
constexpr std::size_t window = 64;

/// The block of vehicles with brake control; `steps` get its results.
void step_controlled(FourWheeler* const* vehicles, FourWheeler::Step* steps, std::size_t count,
                     BatchBlock& block) {
    ControlBlock controls;
    for (std::size_t i = 0; i < block_lanes; ++i) {
        const FourWheeler::Control& control = *vehicles[i < count ? i : 0]->control();
        put_lane(controls.input, static_cast<int>(i), control.input);
        put_lane(controls.state, static_cast<int>(i), control.now);
    }
    const FourWheelModel& m = *vehicles[0]->model();
    const Substeps substeps = divide(steps[0].duration, m.solver.max_step);
    const std::size_t kept_back =
        controlled_batch_stepper(m.set)(m.constants, m.control, m.solver.integrator,
                                        substeps.length_s, substeps.count, &block, &controls, 1);
    for (std::size_t i = 0; i < count; ++i) {
        const auto lane = static_cast<int>(i);
        if (kept_back > 0) {
            vehicles[i]->compute(steps[i]);
            continue;
        }
        steps[i].end.planar = lane_of(block.state, lane);
        vehicles[i]->control()->end = lane_of(controls.state, lane);
        get_applied(block.input, lane, steps[i].input.planar);
    }
}

/// Calls compute() of up to block_lanes vehicles at once, each in a lane of vector registers; the
/// results are bit-identical. @pre the vehicles share a planar model and a step duration
///
/// Unused lanes repeat the first vehicle. If a vehicle of a block must keep its state, the block is
/// computed again one by one, so that each vehicle determines its status. This is rare.
void compute_together(FourWheeler* const* vehicles, FourWheeler::Step* steps, std::size_t count) {
    BatchBlock block;
    for (std::size_t i = 0; i < block_lanes; ++i) {
        const FourWheeler::Step& step = steps[i < count ? i : 0];
        put_lane(block.state, static_cast<int>(i), step.end.planar);
        put_lane(block.input, static_cast<int>(i), step.input.planar);
    }
    if (vehicles[0]->control() != nullptr) return step_controlled(vehicles, steps, count, block);
    const FourWheelModel& m = *vehicles[0]->model();
    const Substeps substeps = divide(steps[0].duration, m.solver.max_step);
    const std::size_t kept_back = batch_stepper(m.set)(
        m.constants, m.solver.integrator, substeps.length_s, substeps.count, &block, 1);
    for (std::size_t i = 0; i < count; ++i) {
        if (kept_back > 0)
            vehicles[i]->compute(steps[i]);
        else
            steps[i].end.planar = lane_of(block.state, static_cast<int>(i));
    }
}

}  // namespace

/// Sessions that share a model, at most as many as a block has lanes.
class SessionBlock {
  public:
    explicit SessionBlock(SimDuration dt) : dt_(dt) {}

    /// @return false if there is no room or the model is another one
    bool add(SimSession& session, StepStatus& status) {
        if (size_ == block_lanes || (size_ > 0 && !are_alike(session, *sessions_[0]))) return false;
        sessions_[size_] = &session;
        statuses_[size_++] = &status;
        return true;
    }

    void tick() {
        if (size_ >= fewest_together) return tick_in_lanes();
        for (std::size_t i = 0; i < size_; ++i) *statuses_[i] = sessions_[i]->tick(dt_);
    }

  private:
    /// Null for a session whose last tick failed, which keeps its state.
    static const FourWheelModel* model_of(const SimSession& session) {
        if (session.planar_ == nullptr || session.failed_ != StepStatus::ok) return nullptr;
        return session.planar_->model().get();
    }
    static bool are_alike(const SimSession& one, const SimSession& other) {
        return model_of(one) != nullptr && model_of(one) == model_of(other);
    }

    void tick_in_lanes() {
        std::array<std::unique_lock<std::mutex>, block_lanes> locks;
        std::array<FourWheeler*, block_lanes> vehicles{};
        std::array<Command, block_lanes> realised;
        std::array<FourWheeler::Step, block_lanes> steps;
        for (std::size_t i = 0; i < size_; ++i) {
            SimSession& session = *sessions_[i];
            locks[i] = std::unique_lock(session.mutex_);
            vehicles[i] = session.planar_;
            realised[i] = session.realise(dt_);
            steps[i] =
                vehicles[i]->prepare(realised[i], session.contacts_at(vehicles[i]->state()), dt_);
        }
        compute_together(vehicles.data(), steps.data(), size_);
        for (std::size_t i = 0; i < size_; ++i)
            *statuses_[i] =
                sessions_[i]->conclude(vehicles[i]->conclude(steps[i]), realised[i], dt_);
    }

    SimDuration dt_;
    std::size_t size_ = 0;
    std::array<SimSession*, block_lanes> sessions_{};
    std::array<StepStatus*, block_lanes> statuses_{};
};

namespace {

/// Ticks up to `window` sessions.
void tick_window(SimSession* const* sessions, std::size_t count, SimDuration dt,
                 StepStatus* statuses) {
    for (std::uint64_t done = 0, first = 0; first < count; ++first) {
        if ((done >> first & 1) != 0) continue;
        SessionBlock block(dt);
        for (std::size_t i = first; i < count; ++i)
            if ((done >> i & 1) == 0 && block.add(*sessions[i], statuses[i]))
                done |= std::uint64_t{1} << i;
        block.tick();
    }
}

}  // namespace

void tick_together(SimSession* const* sessions, std::size_t count, SimDuration dt,
                   StepStatus* statuses) {
    if (dt.count() <= 0) {
        std::fill_n(statuses, count, StepStatus::invalid_duration);
        return;
    }
    for (std::size_t from = 0; from < count; from += window)
        tick_window(sessions + from, std::min(window, count - from), dt, statuses + from);
}

}  // namespace plant
