// SPDX-License-Identifier: MIT
#include "shared_vehicle.hpp"

#include <algorithm>
#include <utility>

namespace gateway {

/// The vehicle for the loop that advances it.
class SharedVehicle::OwnerView : public Vehicle {
  public:
    OwnerView(SharedVehicle& shared, const Participant& participant)
        : shared_(shared), participant_(participant) {}

    SimTime step() const override { return shared_.vehicle_->step(); }
    bool takes(Level level) const override { return shared_.vehicle_->takes(level); }
    plant::InputStatus apply(const Command& command) override {
        shared_.take(shared_.owner(), command, participant_.is_failsafe);
        return plant::InputStatus::accepted;
    }
    bool advance() override { return shared_.advance(participant_.log); }
    const Feedback& feedback() const override { return shared_.feedback(); }
    std::string explain() const override { return shared_.vehicle_->explain(); }

  private:
    SharedVehicle& shared_;
    const Participant& participant_;
};

/// The vehicle for another loop, which reads its feedback when it needs it.
class SharedVehicle::GuestView : public Vehicle {
  public:
    GuestView(SharedVehicle& shared, Driver& driver, const Participant& participant)
        : shared_(shared),
          driver_(driver),
          participant_(participant),
          feedback_(shared.feedback()) {}

    SimTime step() const override { return shared_.vehicle_->step(); }
    bool takes(Level level) const override { return shared_.vehicle_->takes(level); }
    /// The vehicle is at the time of the command: it does not advance beyond what this loop
    /// announced.
    plant::InputStatus apply(const Command& command) override {
        if (shared_.await(now_, participant_.log) == Look::there)
            shared_.take(driver_, command, participant_.is_failsafe);
        return plant::InputStatus::accepted;
    }
    bool advance() override {
        now_ += step();
        if (!participant_.looks_at(now_)) return true;
        const Look look = shared_.await(now_, participant_.log);
        if (look == Look::there) feedback_ = shared_.feedback();
        return look != Look::ended;
    }
    const Feedback& feedback() const override { return feedback_; }
    std::string explain() const override {
        return "the vehicle belongs to '" + shared_.owner().outputs.program +
               "', whose run has ended";
    }

  private:
    SharedVehicle& shared_;
    Driver& driver_;
    const Participant& participant_;
    SimTime now_{0};
    Feedback feedback_;
};

SharedVehicle::SharedVehicle(std::unique_ptr<Vehicle> vehicle, const Failsafe& failsafe,
                             SharedTime& time, const std::vector<std::size_t>& drivers,
                             Filters filters)
    : time_(time), vehicle_(std::move(vehicle)), failsafe_(failsafe), filters_(std::move(filters)) {
    failsafe_.level = failsafe_level(*vehicle_);
    for (const std::size_t index : drivers) {
        drivers_.push_back(std::make_unique<Driver>());
        drivers_.back()->index = index;
        drivers_.back()->outputs.program = time.name(index);
    }
}

SharedVehicle::Driver* SharedVehicle::find(std::size_t index) const {
    const auto found = std::find_if(drivers_.begin(), drivers_.end(),
                                    [&](const auto& driver) { return driver->index == index; });
    return found == drivers_.end() ? nullptr : found->get();
}

std::unique_ptr<Vehicle> SharedVehicle::view_for(const Participant& participant) {
    Driver& driver = *find(participant.index);
    if (&driver == &owner()) return std::make_unique<OwnerView>(*this, participant);
    return std::make_unique<GuestView>(*this, driver, participant);
}

void SharedVehicle::connect(std::size_t index, std::vector<DrivenPort> outputs) {
    Driver& driver = *find(index);
    time_.share(index, [&] {
        driver.outputs.ports = std::move(outputs);
        driver.parts = parts_of(driver.outputs);
    });
}

std::string SharedVehicle::conflict() {
    std::string found;
    time_.share(owner().index, [&] {
        for (std::size_t i = 0; i < drivers_.size(); ++i)
            for (std::size_t j = i + 1; j < drivers_.size() && found.empty(); ++j)
                found = gateway::conflict(drivers_[i]->outputs, drivers_[j]->outputs);
    });
    return found;
}

void SharedVehicle::leave(std::size_t index) {
    Driver& driver = *find(index);
    time_.share(index, [&] { driver.is_missing = is_changed_ = true; });
}

void SharedVehicle::take(Driver& driver, const Command& command, bool is_failsafe) {
    time_.share(driver.index, [&] {
        driver.command = command;
        driver.is_missing = is_failsafe;
        is_changed_ = true;
    });
}

/// May be called by any of the loops while the vehicle does not advance. The feedback is computed
/// at the first call after a step.
const Feedback& SharedVehicle::feedback() const {
    const std::lock_guard lock(showing_);
    return vehicle_->feedback();
}

/// The merged commands of all drivers.
Command SharedVehicle::merged() const {
    Command command;
    if (failsafe_.level == Level::actuation) control_of<ActuationCommand>(command);
    command.state.emplace();
    for (const auto& driver : drivers_)
        if (driver->command) merge(*driver->command, driver->parts, command);
    return command;
}

/// Applies the merged command, or the fail-safe command if a driver has none.
void SharedVehicle::apply_merged() {
    using Kind = Verdict::Kind;
    is_changed_ = false;
    bool is_failsafe = std::any_of(drivers_.begin(), drivers_.end(),
                                   [](const auto& driver) { return driver->is_missing; });
    Command command;
    const auto pass = [&] {
        if (is_failsafe) before_failsafe_.note(failsafe_, feedback());
        command = is_failsafe ? failsafe_after(last_, failsafe_, feedback()) : merged();
        if (!is_failsafe) before_failsafe_.restore(command);
        return filters_.chain.apply(command, {now_, feedback(), is_failsafe});
    };
    Kind kind = pass();
    if (kind == Kind::refused && !is_failsafe) {
        is_failsafe = true;
        kind = pass();
    }
    if (!is_failsafe || kind == Kind::withheld) before_failsafe_.forget();
    if (kind == Kind::withheld) return vehicle_->withhold();
    last_ = kind == Kind::refused ? failsafe_after(last_, failsafe_, feedback()) : command;
    vehicle_->apply(last_);
}

/// Advances by one step, in the owner's thread.
bool SharedVehicle::advance(const Log& log) {
    const auto laggard = [&]() -> SharedTime::Laggard {
        for (const auto& driver : drivers_)
            if (driver.get() != &owner() && time_.announced(driver->index) <= now_)
                return driver->index;
        if (is_changed_) apply_merged();
        return std::nullopt;
    };
    if (time_.await(laggard, log) != SharedTime::Wait::done) return true;  // the loop ends
    const bool has_moved = vehicle_->advance();
    if (has_moved) time_.share(owner().index, [&] { now_ += vehicle_->step(); });
    return has_moved;
}

/// Waits until the vehicle has reached `now`, in a thread other than the owner's.
SharedVehicle::Look SharedVehicle::await(SimTime now, const Log& log) {
    bool has_ended = false;
    const auto laggard = [&]() -> SharedTime::Laggard {
        has_ended = now_ < now && time_.has_left(owner().index);
        if (now_ >= now || has_ended) return std::nullopt;
        return owner().index;
    };
    if (time_.await(laggard, log) != SharedTime::Wait::done) return Look::stopped;
    if (!has_ended) return Look::there;
    return time_.is_stopped() ? Look::stopped : Look::ended;  // a stopped loop has ended too
}

}  // namespace gateway
