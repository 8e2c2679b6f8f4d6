// SPDX-License-Identifier: MIT
#include "traffic.hpp"

#include <utility>

namespace gateway {

/// Publishes its state, and waits before each step until all viewers have read it.
class Traffic::ShownVehicle : public Vehicle {
  public:
    ShownVehicle(Traffic& traffic, std::unique_ptr<Vehicle> vehicle, const Participant& participant)
        : traffic_(traffic), vehicle_(std::move(vehicle)), participant_(participant) {
        traffic_.move(participant_.index, now_, vehicle_->feedback().state);
    }

    SimTime step() const override { return vehicle_->step(); }
    bool takes(Level level) const override { return vehicle_->takes(level); }
    plant::InputStatus apply(const Command& command) override { return vehicle_->apply(command); }
    bool advance() override {
        if (traffic_.viewers_.empty()) return vehicle_->advance();
        traffic_.await_viewers(participant_);
        if (!vehicle_->advance()) return false;
        now_ += vehicle_->step();
        traffic_.move(participant_.index, now_, vehicle_->feedback().state);
        return true;
    }
    void stand_by(const Command& command) override { vehicle_->stand_by(command); }
    void listen() override { vehicle_->listen(); }
    void withhold() override { vehicle_->withhold(); }
    const Feedback& feedback() const override { return vehicle_->feedback(); }
    std::string explain() const override { return vehicle_->explain(); }

  private:
    Traffic& traffic_;
    std::unique_ptr<Vehicle> vehicle_;
    const Participant& participant_;
    SimTime now_{0};
};

Traffic::Traffic(SharedTime& time, std::size_t participants) : time_(time), cars_(participants) {}

std::unique_ptr<Vehicle> Traffic::show(std::unique_ptr<Vehicle> vehicle,
                                       const Participant& participant) {
    return std::make_unique<ShownVehicle>(*this, std::move(vehicle), participant);
}

void Traffic::add_viewer(std::size_t index) {
    time_.share(index, [&] { viewers_.push_back(index); });
}

void Traffic::enter(std::size_t index) {
    time_.share(index, [&] { cars_[index].is_there = true; });
}

void Traffic::move(std::size_t index, SimTime now, const plant::State& state) {
    time_.share(index, [&] {
        cars_[index].now = now;
        cars_[index].shown = as_other(state);
    });
}

/// Waits until all viewers have executed their cycles up to the vehicle's time.
void Traffic::await_viewers(const Participant& participant) const {
    const auto laggard = [&]() -> SharedTime::Laggard {
        for (const std::size_t viewer : viewers_)
            if (viewer != participant.index &&
                time_.announced(viewer) <= cars_[participant.index].now)
                return viewer;
        return std::nullopt;
    };
    static_cast<void>(time_.await(laggard, participant.log));  // stopped: the loop ends
}

void Traffic::look(const Participant& participant, std::size_t own, SimTime now,
                   std::vector<OtherVehicle>& seen) const {
    const auto laggard = [&]() -> SharedTime::Laggard {
        seen.clear();
        for (std::size_t i = 0; i < cars_.size(); ++i) {
            if (i == own || !cars_[i].is_there) continue;
            const bool is_late = cars_[i].now < now;
            if (is_late && !time_.has_left(i)) return i;
            if (!is_late) seen.push_back(cars_[i].shown);
        }
        return std::nullopt;
    };
    static_cast<void>(time_.await(laggard, participant.log));
}

}  // namespace gateway
