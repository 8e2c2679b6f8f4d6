// SPDX-License-Identifier: MIT
#pragma once

#include "vds1/command_gate.hpp"
#include "vds1/subscribers.hpp"

#include <gateway/base/command_watchdog.hpp>
#include <gateway/protocol/vds1/codec.hpp>
#include "loop/failsafe.hpp"
#include "safety/filter_chain.hpp"
#include "vds1/send_batch.hpp"

#include <memory>
#include <string>
#include <vector>

namespace gateway::vdsim {

/// Who gets STATEs of a vehicle besides the configured destinations, in the version of its CMDs.
enum class Reply {
    none,
    holder,  ///< the sender that holds the vehicle
    all,     ///< every subscriber of its port
};

struct PlantVehicleOptions {
    std::uint32_t vehicle_id = 0;
    std::vector<Destination> destinations;
    Reply reply_to_sender = Reply::none;
    std::chrono::nanoseconds cmd_timeout{100'000'000};
    Failsafe failsafe{false, failsafe_brake_of_peer, {}, Level::pedals};
    std::string name{};  ///< for people; empty: after its id
};

/// What became of the CMDs to one vehicle.
struct PlantVehicleCounters {
    std::uint64_t accepted = 0;
    std::uint64_t clamped = 0;  ///< accepted, with a value out of range
    std::uint64_t refused = 0;  ///< accepted, but by a filter not
    std::uint64_t out_of_order = 0;
    std::uint64_t other_controller = 0;
    std::uint64_t not_finite = 0;  ///< a value that is no number, or an unknown gear
    std::uint64_t failed_ticks = 0;
    std::uint64_t roll_overs = 0;
    std::uint64_t states_sent = 0;
};

class PlantVehicle;

/// Who may drive a vehicle from this process: a sender as any other, of which no datagram comes.
enum class LocalDriver : std::uint16_t { data_port, ros2 };

/// Looks on at one vehicle from outside of its loop, such as a data port, and may drive it. Called
/// in the loop's thread: it neither waits nor allocates.
class VehicleMonitor {
  public:
    virtual ~VehicleMonitor() = default;
    /// Before a tick.
    virtual void before_tick(PlantVehicle& vehicle, SteadyTime now) noexcept = 0;
    /// After it, or in its place while simulated time stands still.
    virtual void after_tick(const PlantVehicle& vehicle, bool has_moved) noexcept = 0;
};

/// One vehicle as VDS1 peers see it: its command gate, its watchdog, its STATE streams.
class PlantVehicle {
  public:
    /// @param vehicle takes pedals
    /// @param time_scale of the run: on the clock, cmd_timeout is cmd_timeout / time_scale
    PlantVehicle(const PlantVehicleOptions& options, std::unique_ptr<Vehicle> vehicle,
                 Filters filters, double time_scale);

    /// Latches a CMD at once, if the vehicle listens to it. @return whether it does
    bool take(const vds1::Cmd& cmd, const Endpoint& from, SteadyTime now) noexcept;
    /// Latches a command that was given in this process.
    /// @param asked_at when it was given, from which its age counts
    GateStatus drive(LocalDriver driver, const Command& command, SteadyTime asked_at) noexcept;
    /// That one gives the vehicle back, if it has it.
    void let_go(LocalDriver driver) noexcept;
    bool is_driven_by(LocalDriver driver, SteadyTime now) const noexcept;
    /// Begins anew with these, and leaves those that it had there. Counters and STATE numbers go
    /// on.
    void restart(std::unique_ptr<Vehicle>& vehicle, Filters& filters) noexcept;
    void set_time_scale(double time_scale) noexcept;
    /// Moves on by one step, with the fail-safe command if no command is in force.
    void tick(SteadyTime now) noexcept;
    /// @name The same in parts, for who ticks several together
    /// @{
    /// @return whose tick(step()) comes next, its outcome handed to end_tick(); null: all is done
    plant::SimSession* begin_tick(SteadyTime now) noexcept;
    void end_tick(plant::StepStatus status) noexcept;
    SimTime step() const { return vehicle_->step(); }
    /// @}
    /// Adds a STATE for each destination.
    void add_states(vds1::SendBatch& batch, SteadyTime now) noexcept;
    /// Adds a STATE with the number after `sequence`, unless that endpoint is a destination anyhow
    /// or the vehicle answers to no subscribers.
    void add_reply(vds1::SendBatch& batch, const Destination& to, std::uint32_t& sequence) noexcept;

    bool answers_subscribers() const noexcept { return options_.reply_to_sender == Reply::all; }
    std::uint32_t id() const noexcept { return options_.vehicle_id; }
    /// cmd_timeout on the clock.
    std::chrono::nanoseconds longest_silence() const noexcept { return longest_silence_; }
    const CommandWatchdog& watchdog() const noexcept { return watchdog_; }
    const CommandGate& gate() const noexcept { return gate_; }
    const PlantVehicleCounters& counters() const noexcept { return counters_; }
    const FilterChain& filters() const noexcept { return filters_.chain; }
    /// Null without rules.
    const SafetyFilter* safety() const noexcept { return filters_.safety; }
    const Feedback& feedback() const noexcept { return vehicle_->feedback(); }
    /// The command that the vehicle was told last.
    const Command& applied() const noexcept { return applied_; }

    /// They outlive the vehicle's ticks.
    std::vector<VehicleMonitor*> monitors;

  private:
    struct Stream {
        Destination to;
        std::uint32_t sequence = 0;
    };
    void follow(const Command& command, SteadyTime now) noexcept;
    void command(Command command) noexcept;
    void hold_failsafe() noexcept;
    bool may_hold_no_longer() noexcept;
    void count(bool has_moved, bool had_rolled_over) noexcept;
    void add_state(vds1::SendBatch& batch, const Destination& to, std::uint32_t& sequence) noexcept;

    PlantVehicleOptions options_;
    std::unique_ptr<Vehicle> vehicle_;
    Filters filters_;
    std::chrono::nanoseconds longest_silence_;
    CommandGate gate_;
    CommandWatchdog watchdog_;
    std::vector<Stream> streams_;
    Stream reply_;
    std::uint16_t sender_version_ = 3;
    Command last_command_;
    Command applied_;
    StateBeforeFailsafe before_failsafe_;
    bool holds_failsafe_ = false;
    PlantVehicleCounters counters_;
};

}  // namespace gateway::vdsim
