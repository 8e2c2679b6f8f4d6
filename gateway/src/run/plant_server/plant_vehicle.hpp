// SPDX-License-Identifier: MIT
#pragma once

#include "vds1/command_gate.hpp"
#include "vds1/subscribers.hpp"

#include <gateway/base/command_watchdog.hpp>
#include <gateway/protocol/vds1/codec.hpp>
#include "loop/failsafe.hpp"
#include "plant_faults.hpp"
#include "safety/filter_chain.hpp"
#include "vds1/send_batch.hpp"

#include <memory>
#include <string>
#include <vector>

namespace gateway::vdsim {

/// Senders that get STATEs of a vehicle besides the configured destinations, in the version of
/// their CMDs.
enum class Reply {
    none,
    holder,  ///< the sender that drives the vehicle
    all,     ///< every subscriber of its port
};

struct PlantVehicleOptions {
    std::uint32_t vehicle_id = 0;
    std::vector<Destination> destinations;
    Reply reply_to_sender = Reply::none;
    std::chrono::nanoseconds cmd_timeout{100'000'000};
    Failsafe failsafe{false, failsafe_brake_of_peer, {}, Level::pedals};
    std::string name{};  ///< for users; empty: derived from its id
};

/// Counts of the CMDs to one vehicle.
struct PlantVehicleCounters {
    std::uint64_t accepted = 0;
    std::uint64_t clamped = 0;  ///< accepted, with a value out of range
    std::uint64_t refused = 0;  ///< accepted, but refused by a filter
    std::uint64_t out_of_order = 0;
    std::uint64_t other_controller = 0;
    std::uint64_t not_finite = 0;  ///< a value that is not a number, or an unknown gear
    std::uint64_t failed_ticks = 0;
    std::uint64_t roll_overs = 0;
    std::uint64_t states_sent = 0;
};

class PlantVehicle;

/// A sender of commands in this process. The gate handles it like any other sender, but it sends no
/// datagrams.
enum class LocalDriver : std::uint16_t { data_port, ros2 };

/// Monitors one vehicle from outside its loop, as the data port does, and may drive it. Called in
/// the loop's thread: it neither blocks nor allocates.
class VehicleMonitor {
  public:
    virtual ~VehicleMonitor() = default;
    /// Before a tick.
    virtual void before_tick(PlantVehicle& vehicle, SteadyTime now) noexcept = 0;
    /// After it, or instead of it while simulated time is paused.
    virtual void after_tick(const PlantVehicle& vehicle, bool has_moved) noexcept = 0;
};

/// One vehicle for VDS1 peers, with its command gate, watchdog and STATE streams.
class PlantVehicle {
  public:
    /// @param vehicle accepts pedals
    /// @param time_scale of the run: the time-out on the clock is cmd_timeout / time_scale
    /// @param faults outlive it; null: none
    PlantVehicle(const PlantVehicleOptions& options, std::unique_ptr<Vehicle> vehicle,
                 Filters filters, double time_scale, PlantFaults* faults = nullptr);

    /// Latches a CMD at once, if its sender may drive. @return whether it may
    bool take(const vds1::Cmd& cmd, const Endpoint& from, SteadyTime now) noexcept;
    /// Latches a command of this process.
    /// @param asked_at time of the command; its age counts from there
    GateStatus drive(LocalDriver driver, const Command& command, SteadyTime asked_at) noexcept;
    /// The sender gives the vehicle back, if it drives it.
    void let_go(LocalDriver driver) noexcept;
    bool is_driven_by(LocalDriver driver, SteadyTime now) const noexcept;
    /// Restarts with these objects, and returns its previous ones in them. Counters and STATE
    /// numbers continue.
    void restart(std::unique_ptr<Vehicle>& vehicle, Filters& filters) noexcept;
    void set_time_scale(double time_scale) noexcept;
    /// Advances by one step, with the fail-safe command if there is no valid command.
    void tick(SteadyTime now) noexcept;
    /// @name The same in parts, to tick several vehicles together
    /// @{
    /// @return the session for which tick(step()) is to be called; pass the result to end_tick().
    /// Null: the tick is complete
    plant::SimSession* begin_tick(SteadyTime now) noexcept;
    void end_tick(plant::StepStatus status) noexcept;
    SimTime step() const { return vehicle_->step(); }
    /// @}
    /// Adds a STATE for each destination.
    void add_states(vds1::SendBatch& batch, SteadyTime now) noexcept;
    /// Adds a STATE with the number after `sequence`, unless that endpoint is a configured
    /// destination or the vehicle does not reply to subscribers.
    void add_reply(vds1::SendBatch& batch, const Destination& to, std::uint32_t& sequence,
                   SteadyTime now) noexcept;

    bool answers_subscribers() const noexcept { return options_.reply_to_sender == Reply::all; }
    std::uint32_t id() const noexcept { return options_.vehicle_id; }
    /// cmd_timeout on the clock.
    std::chrono::nanoseconds longest_silence() const noexcept { return longest_silence_; }
    const CommandWatchdog& watchdog() const noexcept { return watchdog_; }
    const CommandGate& gate() const noexcept { return gate_; }
    const PlantVehicleCounters& counters() const noexcept { return counters_; }
    /// Why a tick failed first since the start or restart(), except by a roll-over; or empty.
    const std::string& failure() const noexcept { return failure_; }
    const FilterChain& filters() const noexcept { return filters_.chain; }
    /// Null without rules.
    const SafetyFilter* safety() const noexcept { return filters_.safety; }
    const Feedback& feedback() const noexcept {
        return faults_ == nullptr ? vehicle_->feedback() : faults_->shown(vehicle_->feedback());
    }
    /// Null without faults.
    PlantFaults* faults() const noexcept { return faults_; }
    /// The last command that was applied.
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
    void add_state(vds1::SendBatch& batch, const Destination& to, std::uint32_t& sequence,
                   SteadyTime now) noexcept;

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
    std::string failure_{};
    PlantFaults* faults_;
};

}  // namespace gateway::vdsim
