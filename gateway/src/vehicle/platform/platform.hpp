// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/held_state.hpp>
#include <gateway/base/seams.hpp>

#include <functional>
#include <utility>

namespace gateway {

/// A remote vehicle, in real time and with a separate clock. It accepts pedals. A command is sent
/// when it is applied, so once per cycle; a step reads the reports that have arrived. Neither
/// blocks. While the vehicle is lost, the feedback keeps its last values, with is_fresh false. Not
/// thread-safe.
class Platform : public Vehicle {
  public:
    using Clock = std::function<SteadyTime()>;

    SimTime step() const final { return step_; }
    bool takes(Level level) const final { return level == Level::pedals; }
    plant::InputStatus apply(const Command& command) final {
        if (command.state) commanded_ = on_top_of(*command.state, commanded_);
        send(std::get<PedalCommand>(command.control), commanded_);
        return plant::InputStatus::accepted;
    }
    /// @return true: a lost vehicle is no error of the run
    bool advance() final {
        feedback_.is_fresh = receive(clock_(), feedback_);
        return true;
    }
    void stand_by(const Command& command) final {
        static_cast<void>(apply(command));
        static_cast<void>(advance());
    }
    void listen() final { static_cast<void>(advance()); }
    const Feedback& feedback() const final { return feedback_; }

  protected:
    /// @param step of the loop
    Platform(SimTime step, Clock clock) : step_(step), clock_(std::move(clock)) {
        feedback_.is_fresh = false;
    }

    SteadyTime now() const { return clock_(); }
    /// The state that was requested so far.
    const VehicleStateCommand& commanded() const { return commanded_; }

  private:
    /// Sends a command without blocking.
    virtual void send(const PedalCommand& pedals, const VehicleStateCommand& state) = 0;
    /// Reads the reports that have arrived, without blocking.
    /// @param feedback from the last call, to be updated
    /// @return whether the vehicle is connected
    virtual bool receive(SteadyTime now, Feedback& feedback) = 0;

    SimTime step_;
    Clock clock_;
    VehicleStateCommand commanded_;
    Feedback feedback_;
};

}  // namespace gateway
