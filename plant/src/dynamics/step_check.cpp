// SPDX-License-Identifier: MIT
#include "dynamics/step_check.hpp"

#include "dynamics/planar_input.hpp"
#include "dynamics/planar_stepper.hpp"
#include "dynamics/ride_stepper.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace plant {
namespace {

using Numbers = std::array<double, sizeof(RidingState) / sizeof(double)>;
static_assert(std::is_trivially_copyable_v<RidingState>);

/// Memory offsets of the numbers of a state on which planar motion depends: without x, y, yaw and
/// the road.
std::vector<std::size_t> places_of_numbers(bool is_sprung) {
    constexpr std::size_t ride = offsetof(RidingState, ride);
    std::vector<std::size_t> places;
    const auto add = [&](std::size_t begin, std::size_t end) {
        for (; begin < end; begin += sizeof(double)) places.push_back(begin / sizeof(double));
    };
    add(offsetof(OneState, vx), offsetof(OneState, felt_y) + sizeof(double));
    add(offsetof(OneState, spin), offsetof(OneState, slip_y) + sizeof(Lanes));
    if (!is_sprung) return places;
    add(ride, ride + offsetof(RideState, pitch_rate) + sizeof(double));
    add(ride + offsetof(RideState, hub), ride + offsetof(RideState, road));
    return places;
}

/// A vehicle that rolls straight ahead on a plane without resistance.
class Rolling {
  public:
    Rolling(const VehicleParams& vehicle, const TyreParams& tyre, const SolverParams& solver,
            Tracks tracks, bool is_sprung)
        : solver_(solver),
          constants_(prepare_planar(vehicle, tyre, tracks, solver)),
          ride_(prepare_ride(vehicle, tyre)),
          is_sprung_(is_sprung),
          places_(places_of_numbers(is_sprung)) {
        constants_.rolling_moment = constants_.drag = 0.0;
        input_.planar = PlanarInputMaker(vehicle, constants_).make(Command{}, Contacts{});
        Command command;
        command.brake = 1.0;
        full_brake_ = PlanarInputMaker(vehicle, constants_).make(command, Contacts{}).brake;
    }

    /// Growth factor of the fastest growing disturbance in one step.
    double growth(double speed_mps, double step_s) const {
        const RidingState start = rolling_at(speed_mps);
        const auto size = static_cast<Eigen::Index>(places_.size());
        Eigen::MatrixXd change(size, size);
        for (Eigen::Index i = 0; i < size; ++i) {
            const Numbers more = after_step(start, i, disturbance, step_s);
            const Numbers less = after_step(start, i, -disturbance, step_s);
            for (Eigen::Index k = 0; k < size; ++k) {
                const std::size_t at = places_[static_cast<std::size_t>(k)];
                change(k, i) = (more[at] - less[at]) / (2.0 * disturbance);
            }
        }
        if (!change.allFinite()) return HUGE_VAL;
        return Eigen::EigenSolver<Eigen::MatrixXd>(change, false)
            .eigenvalues()
            .cwiseAbs()
            .maxCoeff();
    }

    /// Increase of the speed after some steps of braking. @param pedal 0..1
    double gain_by_braking(double speed_mps, double pedal, double step_s) const {
        constexpr std::int64_t steps = 20;
        RidingInput braked = input_;
        braked.planar.brake = pedal * full_brake_;
        RidingState state = rolling_at(speed_mps);
        move(state, braked, step_s, steps);
        return state.planar.vx - speed_mps;
    }

  private:
    static constexpr double disturbance = 1e-6;

    InstructionSet set_ = instruction_set();

    RidingState rolling_at(double speed_mps) const {
        RidingState state{};
        state.planar.vx = speed_mps;
        state.planar.spin = splat<Lanes>(speed_mps / constants_.radius);
        return state;
    }

    void move(RidingState& state, const RidingInput& input, double step_s,
              std::int64_t count) const {
        if (is_sprung_) {
            ride_stepper(set_)(constants_, ride_, input, solver_.integrator, step_s, count, state);
        } else {
            planar_stepper(set_)(constants_, input.planar, solver_.integrator, step_s, count,
                                 state.planar);
        }
    }

    Numbers after_step(const RidingState& start, Eigen::Index number, double change,
                       double step_s) const {
        Numbers numbers;
        RidingState state = start;
        std::memcpy(numbers.data(), &state, sizeof state);
        numbers[places_[static_cast<std::size_t>(number)]] += change;
        std::memcpy(static_cast<void*>(&state), numbers.data(), sizeof state);
        move(state, input_, step_s, 1);
        std::memcpy(numbers.data(), &state, sizeof state);
        return numbers;
    }

    SolverParams solver_;
    PlanarConstants constants_;
    RideConstants ride_;
    RidingInput input_{};
    Lanes full_brake_{};
    bool is_sprung_;
    std::vector<std::size_t> places_;
};

double in_seconds(SimDuration duration) {
    return std::chrono::duration<double>(duration).count();
}

/// A growth that also occurs with short steps is a property of the vehicle, such as oversteer at
/// high speed. The short steps are far below the limit for any wheel.
bool is_stable(const Rolling& vehicle, double step_s) {
    constexpr double short_step_s = 1e-6;
    constexpr double numerical = 1.001;
    for (const double speed_mps : {0.01, damped_speed_mps, 60.0}) {
        const double own = std::pow(vehicle.growth(speed_mps, short_step_s), step_s / short_step_s);
        if (vehicle.growth(speed_mps, step_s) > numerical * std::max(own, 1.0)) return false;
    }
    return true;
}

bool is_slowed_by_its_brakes(const Rolling& vehicle, double step_s) {
    constexpr double rounding_mps = 1e-6;
    for (const double speed_mps : {damped_speed_mps, 60.0})
        for (const double pedal : {0.3, 1.0})
            if (!(vehicle.gain_by_braking(speed_mps, pedal, step_s) <= rounding_mps)) return false;
    return true;
}

/// Two digits, rounded down.
std::string rounded_down(SimDuration step) {
    const double unit = std::pow(10.0, std::floor(std::log10(in_seconds(step))) - 1.0);
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", unit * std::floor(in_seconds(step) / unit + 1e-9));
    return text;
}

}  // namespace

void require_stable_steps(const VehicleParams& vehicle, const TyreParams& tyre,
                          const SolverParams& solver, Tracks tracks, bool is_sprung) {
    const auto does = [&](SimDuration step) {
        const SolverParams shorter{solver.integrator, step};
        const Rolling rolling{vehicle, tyre, shorter, tracks, is_sprung};
        return is_stable(rolling, in_seconds(step)) &&
               is_slowed_by_its_brakes(rolling, in_seconds(step));
    };
    if (does(solver.max_step)) return;
    SimDuration stable{1'000};
    SimDuration too_long = solver.max_step;
    while (too_long.count() * 100 > stable.count() * 101) {
        const auto middle = static_cast<std::int64_t>(
            std::sqrt(static_cast<double>(stable.count()) * static_cast<double>(too_long.count())));
        (does(SimDuration{middle}) ? stable : too_long) = SimDuration{middle};
    }
    throw std::invalid_argument(
        "max_step_s: is too long for this vehicle with these tyres, must be at most " +
        rounded_down(stable));
}

}  // namespace plant
