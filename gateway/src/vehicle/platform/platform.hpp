// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/held_state.hpp>
#include <gateway/base/seams.hpp>

#include <functional>
#include <utility>

namespace gateway {

/// A vehicle that lives elsewhere, in real time and with a clock of its own. It takes pedals. A
/// command is sent when it is applied, so at the rate of the loop's cycles; a step takes what has
/// come, and neither waits. While the vehicle is lost the feedback keeps what it was, with is_fresh
/// false. For the loop's thread.
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
    /// @return true: a silent vehicle is no error of the run
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
    /// All that was commanded of the vehicle's state so far.
    const VehicleStateCommand& commanded() const { return commanded_; }

  private:
    /// Sends a command, without waiting.
    virtual void send(const PedalCommand& pedals, const VehicleStateCommand& state) = 0;
    /// Takes what has come, without waiting.
    /// @param feedback as it was after the last call
    /// @return whether the vehicle is there
    virtual bool receive(SteadyTime now, Feedback& feedback) = 0;

    SimTime step_;
    Clock clock_;
    VehicleStateCommand commanded_;
    Feedback feedback_;
};

}  // namespace gateway
