// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include <gateway/base/controller_state.hpp>
#include <gateway/base/time.hpp>
#include <gateway/base/trajectory.hpp>

#include <plant/output.hpp>
#include <plant/sim_session.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

/// The five interfaces that carry everything: Controller, CommandFilter, Vehicle, Pacer and
/// Observer. The loop that joins them knows none of their kinds.
namespace gateway {

class Profile;
struct Summary;

/// What a vehicle shows of itself: SI units, body frame ISO 8855, world frame ENU.
struct Feedback : plant::Output {
    VehicleStateReport report;
    /// False while a remote vehicle is lost: what is shown
    /// is then what it was before, and must not be taken for its present state.
    bool is_fresh = true;
    /// What is shown is then the last moment before, for ever.
    bool has_rolled_over = false;
};

/// The next vehicle of a shared world on this one's way.
struct VehicleAhead {
    double distance_m = 0;  ///< along the way, from centre of gravity to centre of gravity
    double speed_mps = 0;   ///< along the way, negative if it comes towards this one
};

/// To the nearest other vehicle in each sector of 45 deg, counter-clockwise, the first of them
/// ahead.
using Ranges = std::array<double, 8>;

/// What a vehicle sees of the others in a shared world.
struct Surroundings {
    std::optional<VehicleAhead> ahead{};
    Ranges range_m{nothing_ahead_m, nothing_ahead_m, nothing_ahead_m, nothing_ahead_m,
                   nothing_ahead_m, nothing_ahead_m, nothing_ahead_m, nothing_ahead_m};
};

/// What a controller is shown in one turn.
struct CycleInput {
    SimTime now{0};
    SimTime since_last{0};  ///< since the turn before, 0 at the first
    const Feedback& feedback;
    const Trajectory& trajectory;
    Surroundings around{};
    Profile* profile = nullptr;  ///< where the time of its phases is noted, if anywhere
};

/// How one exchange with a controller ended.
enum class CycleStatus {
    ok,
    stopped,         ///< the run was asked to stop while waiting
    no_answer,       ///< the deadline passed
    peer_lost,       ///< the process behind the controller is gone, or another one than before
    invalid_output,  ///< a value that must not reach a vehicle
};

/// What a controller gave for one turn.
struct Cycle {
    CycleStatus status = CycleStatus::ok;
    Command command;
    std::chrono::nanoseconds execution_time{0};  ///< as the controller measured it
    std::chrono::nanoseconds latency{0};         ///< of the whole exchange, on the steady clock
    /// The controller has no command: the fail-safe one takes its place.
    bool is_failsafe = false;
};

/// What a controller tells of itself. Counts are since the start of the run.
struct ControllerStatus {
    ControllerState state = ControllerState::none;
    bool is_manual = false;  ///< a person drives
    /// Of the commands taken last; nothing if there were none, or their age is not known.
    std::optional<std::chrono::nanoseconds> output_age;
    std::uint64_t losses = 0;            ///< it ended, restarted, left or did not answer
    std::uint64_t silences = 0;          ///< it was there, and gave nothing new for its time-out
    std::uint64_t missed_inputs = 0;     ///< turns of which it was not shown the inputs
    std::uint64_t rejected_outputs = 0;  ///< turns whose outputs could not be used
    std::uint64_t clamped_outputs = 0;   ///< values out of range, taken at their limit
    std::uint64_t change_overs = 0;      ///< between the program and a person
    std::uint64_t manual_timeouts = 0;   ///< time-outs of manual control
};

/// Is shown the feedback and gives commands.
class Controller {
  public:
    virtual ~Controller() = default;
    /// One exchange.
    virtual Cycle run_cycle(const CycleInput& input) = 0;
    /// Called instead of a turn while simulated time stands still.
    virtual void stand_by() {}
    virtual ControllerStatus status() const { return {}; }
    /// What to tell the user about the last turn if it was not ok.
    virtual std::string explain() const = 0;
};

/// What a filter is shown of a command.
struct FilterInput {
    SimTime now{0};
    const Feedback& feedback;  ///< what the command was computed from
    bool is_failsafe = false;  ///< it is the fail-safe command
};

/// What a filter did with a command.
struct Verdict {
    enum class Kind {
        passed,
        changed,
        refused,   ///< the fail-safe command takes its place
        withheld,  ///< nothing does: the vehicle is told nothing, and keeps what it holds
    };
    Kind kind = Kind::passed;
    const char* reason = "";  ///< of all but `passed`; a literal
};

/// Stands between controller and vehicle, and may change or refuse a command.
class CommandFilter {
  public:
    virtual ~CommandFilter() = default;
    /// For summaries; a literal.
    virtual const char* name() const = 0;
    virtual Verdict apply(Command& command, const FilterInput& input) noexcept = 0;
    /// Of a command that passed before and that the vehicle still holds: `refused` if it may do so
    /// no longer.
    virtual Verdict look_at_held(const Command& /*held*/, const FilterInput& /*input*/) noexcept {
        return {};
    }
    /// Whether the vehicle is to be told nothing, by what it shows while simulated time stands
    /// still.
    virtual bool holds_back(const Feedback& /*feedback*/) noexcept { return false; }
};

/// Takes a command, advances by its own fixed step, gives feedback.
class Vehicle {
  public:
    virtual ~Vehicle() = default;
    virtual SimTime step() const = 0;
    /// Whether it takes commands of that level.
    virtual bool takes(Level level) const = 0;
    /// Holds a command until the next one. Precondition: takes(level_of(command))
    virtual plant::InputStatus apply(const Command& command) = 0;
    /// Advances by one step, or, if it lives elsewhere, shows where it has got to.
    /// @return false if it could not; explain() says why
    [[nodiscard]] virtual bool advance() = 0;
    /// @name For who advances several vehicles together
    /// One that is simulated here gets ready for a step and gives its session: its tick(step()),
    /// with what it returned handed to conclude_step, does what advance() does. Any other gives
    /// null, and is to be advanced.
    /// @{
    virtual plant::SimSession* prepare_step() { return nullptr; }
    /// @return as advance(). Precondition: prepare_step() gave a session
    [[nodiscard]] virtual bool conclude_step(plant::StepStatus /*status*/) { return false; }
    /// @}
    /// Called instead of a turn while simulated time stands still: one that goes on all the same
    /// takes the command.
    virtual void stand_by(const Command& /*command*/) {}
    /// The same without a command: one that goes on all the same shows where it has got to.
    virtual void listen() {}
    /// Its command was withheld: it gets no more of the command before either, which whoever turns
    /// commands into others has held for it. What it holds itself it keeps.
    virtual void withhold() {}
    virtual const Feedback& feedback() const = 0;
    virtual std::string explain() const = 0;
};

/// What a turn takes in simulated time.
struct Schedule {
    SimTime execution_time{0};
    SimTime act_at{0};
    SimTime next_cycle{0};
};

/// Decides when things are due.
class Pacer {
  public:
    virtual ~Pacer() = default;
    virtual Schedule schedule(SimTime now, const Cycle& cycle) = 0;
    /// Returns when simulated time `now` has come; at once if no wall clock sets the pace.
    virtual void await(SimTime now) = 0;
    /// Returns when the turn at simulated time `now`, at which the vehicle is, may begin.
    /// @return whether it may have waited
    virtual bool await_cycle(SimTime /*now*/) { return false; }
};

/// One turn as observers are shown it, after it happened.
struct CycleRecord : CycleInput {
    Schedule schedule;
    /// Its command is what goes to the vehicle.
    const Cycle& cycle;
};

/// Sees what happens and can never hold it up: all calls but finish() return at once, whatever the
/// disk does.
class Observer {
  public:
    virtual ~Observer() = default;
    virtual void after_cycle(const CycleRecord& /*record*/) {}
    /// Called instead of a turn while simulated time stands still.
    virtual void stand_by() {}
    /// The run has ended: closes what is open, and adds to the summary what it has to say.
    virtual void finish(Summary& /*summary*/) {}
};

}  // namespace gateway
