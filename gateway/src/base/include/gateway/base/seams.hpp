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

/// The five interfaces that the loop connects: Controller, CommandFilter, Vehicle, Pacer and
/// Observer.
///
/// In each cycle the controller gets the vehicle's feedback and returns a command; the filters
/// pass, change or reject it; the pacer schedules it; the observers are called. The vehicle gets
/// the command at the scheduled time and advances by its steps until the next cycle.
///
/// One thread, that of the loop, calls all functions of these objects. The loop depends on none of
/// their implementations.
namespace gateway {

class Profile;
struct Summary;

/// The values that a vehicle reports: SI units, body frame ISO 8855, world frame ENU.
struct Feedback : plant::Output {
    /// The codes that the vehicle reports: gear, lights, driving mode and so on.
    VehicleStateReport report;
    /// False while a remote vehicle is lost. The other values are then the last ones before the
    /// loss and must not be used as its present state.
    bool is_fresh = true;
    /// The simulated vehicle has rolled over. The other values stay those of the last step before.
    bool has_rolled_over = false;
};

/// The next other vehicle on the ego vehicle's path.
struct VehicleAhead {
    double distance_m = 0;  ///< along the path, from centre of gravity to centre of gravity
    double speed_mps = 0;   ///< along the path, negative if it approaches the ego vehicle
};

/// Distance [m] to the nearest other vehicle in each sector of 45 deg, counter-clockwise; the first
/// sector is centred on the vehicle's heading. Without a vehicle: nothing_ahead_m.
using Ranges = std::array<double, 8>;

/// What the ego vehicle detects of the other vehicles in its world.
struct Surroundings {
    /// Nothing if no vehicle is ahead.
    std::optional<VehicleAhead> ahead{};
    /// Distances to the other vehicles by sector.
    Ranges range_m{nothing_ahead_m, nothing_ahead_m, nothing_ahead_m, nothing_ahead_m,
                   nothing_ahead_m, nothing_ahead_m, nothing_ahead_m, nothing_ahead_m};
};

/// The input of a controller in one cycle. References are valid during the call only.
struct CycleInput {
    SimTime now{0};                ///< when the cycle begins
    SimTime since_last{0};         ///< since the cycle before, 0 in the first
    const Feedback& feedback;      ///< of the vehicle at `now`
    const Trajectory& trajectory;  ///< the part of the route from the vehicle's position on
    Surroundings around{};         ///< the other vehicles at `now`
    Profile* profile = nullptr;    ///< measures the phases of the cycle; null: not measured
};

/// How one exchange with a controller ended.
enum class CycleStatus {
    ok,              ///< there is a command, or Cycle::is_failsafe is set
    stopped,         ///< the run was asked to stop during the wait
    no_answer,       ///< the deadline passed
    peer_lost,       ///< the controller's process ended or was replaced by another one
    invalid_output,  ///< a value that must not reach a vehicle
};

/// The result of one exchange with a controller.
struct Cycle {
    /// Any status but `ok` ends the run.
    CycleStatus status = CycleStatus::ok;
    /// Valid if `status` is `ok` and `is_failsafe` is not set.
    Command command;
    std::chrono::nanoseconds execution_time{0};  ///< as the controller measured it
    std::chrono::nanoseconds latency{0};         ///< of the whole exchange, on the steady clock
    /// Simulated time that a fault adds to the execution time.
    std::chrono::nanoseconds added_time{0};
    /// In realtime mode, from writing the inputs to the outputs that they caused; 0: not measured.
    std::chrono::nanoseconds answer{0};
    /// The controller has no valid command; the loop uses the fail-safe command instead.
    bool is_failsafe = false;
};

/// The state of a controller, as it reports it. Counts are since the start of the run.
struct ControllerStatus {
    ControllerState state = ControllerState::none;  ///< of the program
    bool is_manual = false;                         ///< a driver has taken over from the program
    /// Age of the outputs used last; nothing if there were none or their age is unknown.
    std::optional<std::chrono::nanoseconds> output_age;
    std::uint64_t losses = 0;    ///< times that it ended, restarted, disconnected or did not answer
    std::uint64_t silences = 0;  ///< times that it timed out while connected
    std::uint64_t missed_inputs = 0;     ///< cycles whose inputs could not be written to its table
    std::uint64_t rejected_outputs = 0;  ///< cycles whose outputs were rejected
    std::uint64_t clamped_outputs = 0;   ///< values out of range that were limited
    std::uint64_t change_overs = 0;      ///< takeovers: to manual control and back
    std::uint64_t manual_timeouts = 0;   ///< times that manual control timed out
};

/// Gets the feedback and returns commands: a program, or manual control.
class Controller {
  public:
    virtual ~Controller() = default;
    /// Performs the exchange of one cycle. May block until the controller answers, up to its
    /// time-out.
    virtual Cycle run_cycle(const CycleInput& input) = 0;
    /// Called instead of run_cycle(): periodically while the run is paused, and once at its end.
    virtual void stand_by() {}
    /// The default is for a controller that answers every cycle.
    virtual ControllerStatus status() const { return {}; }
    /// The message for the user about the last cycle whose status was not `ok`.
    virtual std::string explain() const = 0;
};

/// The circumstances of a command, for a filter. The reference is valid during the call only.
struct FilterInput {
    SimTime now{0};            ///< when the cycle began
    const Feedback& feedback;  ///< from which the command was computed
    bool is_failsafe = false;  ///< the command is the fail-safe command
};

/// The decision of a filter about a command.
struct Verdict {
    /// What the loop does with the command.
    enum class Kind {
        passed,    ///< the command is used unchanged
        changed,   ///< the command is used with the changes of the filter
        refused,   ///< the fail-safe command is used instead
        withheld,  ///< no command is sent; the vehicle keeps the last one
    };
    Kind kind = Kind::passed;  ///< the decision
    const char* reason = "";   ///< for messages, a literal; empty if passed
};

/// Checks each command between controller and vehicle: passes, changes or rejects it.
class CommandFilter {
  public:
    virtual ~CommandFilter() = default;
    /// The filter's name in summaries, a literal.
    virtual const char* name() const = 0;
    /// Decides about a new command, and may change it.
    virtual Verdict apply(Command& command, const FilterInput& input) noexcept = 0;
    /// Checks a command again that passed in an earlier cycle and that the vehicle still executes.
    /// @return `refused` if the vehicle must not execute it any longer
    virtual Verdict look_at_held(const Command& /*held*/, const FilterInput& /*input*/) noexcept {
        return {};
    }
    /// Called while the run is paused, and at its end. @return whether, by this feedback, the
    /// vehicle must not get any command
    virtual bool holds_back(const Feedback& /*feedback*/) noexcept { return false; }
};

/// Executes commands, advances by a fixed step and reports feedback. It is simulated in this
/// process, or remote.
class Vehicle {
  public:
    virtual ~Vehicle() = default;
    /// Simulated time of one advance(): constant, greater than 0.
    virtual SimTime step() const = 0;
    /// Whether it accepts commands of that level.
    virtual bool takes(Level level) const = 0;
    /// Sets the command for the next steps, until the next call. Precondition:
    /// takes(level_of(command)).
    /// @return whether values were limited or the command was rejected
    virtual plant::InputStatus apply(const Command& command) = 0;
    /// Advances by one step. A remote vehicle reads the newest feedback instead.
    /// @return false if it failed; explain() has the reason
    [[nodiscard]] virtual bool advance() = 0;
    /// @name Advancing several vehicles together
    /// If prepare_step() returns a session, then tick(step()) of that session and conclude_step()
    /// with its result are equivalent to advance(). If it returns null, call advance().
    /// @{

    /// Prepares a step of a vehicle that is simulated in this process.
    /// @return the session to advance; the vehicle keeps ownership
    virtual plant::SimSession* prepare_step() { return nullptr; }
    /// Completes the step. Precondition: prepare_step() returned a session.
    /// @return as advance()
    [[nodiscard]] virtual bool conclude_step(plant::StepStatus /*status*/) { return false; }
    /// @}

    /// Called periodically while the run is paused, and once at its end, with the fail-safe
    /// command: a vehicle whose own time continues (a remote one) executes it.
    virtual void stand_by(const Command& /*command*/) {}
    /// Called before stand_by(): a remote vehicle reads the newest feedback.
    virtual void listen() {}
    /// The last command was withheld. A vehicle that converts commands (of another level, or to
    /// another interface) discards the one that it was converting. The vehicle itself keeps the
    /// last command that it got.
    virtual void withhold() {}
    /// The values after the last step. The reference stays valid; the values change with advance(),
    /// conclude_step() and listen().
    virtual const Feedback& feedback() const = 0;
    /// The message for the user about the failure of advance().
    virtual std::string explain() const = 0;
};

/// The schedule of one cycle in simulated time. `act_at` and `next_cycle` are absolute.
struct Schedule {
    SimTime execution_time{0};  ///< simulated duration of the controller's computation
    SimTime act_at{0};          ///< when the vehicle gets the command
    SimTime next_cycle{0};      ///< when the next cycle begins
};

/// Decides when commands take effect and cycles begin, and waits until then.
class Pacer {
  public:
    virtual ~Pacer() = default;
    /// Schedules the cycle that began at `now`. Called once per cycle.
    virtual Schedule schedule(SimTime now, const Cycle& cycle) = 0;
    /// Blocks until simulated time `now` is due; returns at once if no wall clock sets the pace.
    /// May return earlier if the run is asked to stop.
    virtual void await(SimTime now) = 0;
    /// Blocks until the cycle at simulated time `now` may begin. The vehicle is already at `now`.
    /// @return whether it may have waited
    virtual bool await_cycle(SimTime /*now*/) { return false; }
};

/// One completed cycle, for observers. References are valid during the call only.
struct CycleRecord : CycleInput {
    Schedule schedule;   ///< of this cycle
    const Cycle& cycle;  ///< its command is the one that the vehicle gets, after the filters
};

/// Gets every cycle after it has been scheduled. It must not delay the loop: all functions except
/// finish() return without blocking on files, locks or peers.
class Observer {
  public:
    virtual ~Observer() = default;
    /// Called once after each cycle.
    virtual void after_cycle(const CycleRecord& /*record*/) {}
    /// Called periodically instead of after_cycle() while the run is paused.
    virtual void stand_by() {}
    /// Called once at the end of the run: closes files and adds the observer's results to the
    /// summary. May block.
    virtual void finish(Summary& /*summary*/) {}
};

/// @name Names of the previous release
/// @{
using Turn [[deprecated("use Cycle")]] = Cycle;                    ///< use Cycle
using TurnStatus [[deprecated("use CycleStatus")]] = CycleStatus;  ///< use CycleStatus
using TurnInput [[deprecated("use CycleInput")]] = CycleInput;     ///< use CycleInput
using TurnRecord [[deprecated("use CycleRecord")]] = CycleRecord;  ///< use CycleRecord
/// @}

}  // namespace gateway
