// SPDX-License-Identifier: MIT
#pragma once

#include <plant/output.hpp>

#include <chrono>
#include <limits>
#include <string>

/// The four interfaces that carry everything: whoever gives commands, what is driven, who decides
/// when, and who looks on. The loop that joins them (loop.hpp) knows none of their kinds.
namespace gateway {

/// Simulated time since the start of the run. A type of its own: it has no now().
using SimTime = plant::SimDuration;

/// What a vehicle is asked to do: SI units, ISO 8855.
struct Command : plant::Command {
    /// Advice that a vehicle driven by pedals may ignore; not a number if there is none.
    double aux_accel_target_mps2 = std::numeric_limits<double>::quiet_NaN();
    double aux_speed_target_mps = std::numeric_limits<double>::quiet_NaN();
};

/// What a vehicle shows of itself: SI units, body frame ISO 8855, world frame ENU.
struct Feedback : plant::Output {
    plant::Gear gear_applied = plant::Gear::drive;
    /// False while a vehicle that lives elsewhere has not been heard of for too long: what is shown
    /// is then what it was before, and must not be taken for its present state.
    bool is_fresh = true;
};

/// How one exchange with a controller ended.
enum class TurnStatus {
    ok,
    stopped,         ///< somebody asked the run to stop while waiting
    no_answer,       ///< the deadline passed
    peer_lost,       ///< the process behind the controller is gone, or another one than before
    invalid_output,  ///< a value that must not reach a vehicle
};

/// What a controller gave for one turn.
struct Turn {
    TurnStatus status = TurnStatus::ok;
    Command command;
    std::chrono::nanoseconds execution_time{0};  ///< as the controller measured it
    std::chrono::nanoseconds latency{0};         ///< of the whole exchange, on the steady clock
    bool is_failsafe = false;  ///< the controller is away: nobody computed this command
};

/// Gives commands and is shown the feedback.
class Controller {
  public:
    virtual ~Controller() = default;
    /// One exchange. @param since_last simulated time since the turn before, 0 at the first
    virtual Turn take_turn(SimTime since_last) = 0;
    /// What to tell the user about the last turn if it was not ok.
    virtual std::string explain() const = 0;
};

/// Takes a command, advances by its own fixed step, gives feedback.
class Vehicle {
  public:
    virtual ~Vehicle() = default;
    virtual SimTime step() const = 0;
    virtual void apply(const Command& command) = 0;
    /// Advances by one step, or, if it lives elsewhere, shows where it has got to.
    /// @return false if it could not; explain() says why
    [[nodiscard]] virtual bool advance() = 0;
    /// Called instead of a turn while simulated time stands still: one that goes on all the same
    /// takes the command.
    virtual void stand_by(const Command& /*command*/) {}
    virtual const Feedback& feedback() const = 0;
    virtual std::string explain() const = 0;
};

/// What a turn takes in simulated time.
struct Schedule {
    SimTime execution_time{0};
    SimTime act_at{0};
    SimTime next_turn{0};
};

/// Decides when things are due.
class Pacer {
  public:
    virtual ~Pacer() = default;
    virtual Schedule schedule(SimTime now, const Turn& turn) = 0;
    /// Returns when simulated time `now` has come; at once if nobody owns a wall clock.
    virtual void await(SimTime now) = 0;
};

/// One turn as observers are shown it, after it happened.
struct TurnRecord {
    SimTime now{0};
    SimTime since_last{0};
    Schedule schedule;
    const Feedback& feedback;
    const Turn& turn;
};

/// Sees what happens and can never hold it up: both calls return at once, whatever the disk does.
class Observer {
  public:
    virtual ~Observer() = default;
    /// Called before each turn with what the controller is about to be shown.
    virtual void before_turn(SimTime /*now*/, const Feedback& /*feedback*/) {}
    virtual void after_turn(const TurnRecord& /*record*/) {}
};

}  // namespace gateway
