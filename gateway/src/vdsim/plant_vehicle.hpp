// SPDX-License-Identifier: MIT
#pragma once

#include "command_gate.hpp"
#include "command_watchdog.hpp"
#include "subscribers.hpp"

#include <gateway/vds1/codec.hpp>
#include "../filter/filter_chain.hpp"
#include "../loop/failsafe.hpp"
#include "../vds1/udp_socket.hpp"

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
    std::uint64_t states_sent = 0;
};

/// One vehicle as VDS1 peers see it: its command gate, its watchdog, its STATE streams.
class PlantVehicle {
  public:
    /// @param vehicle takes pedals
    /// @param time_scale of the run: on the clock, cmd_timeout is cmd_timeout / time_scale
    PlantVehicle(const PlantVehicleOptions& options, std::unique_ptr<Vehicle> vehicle,
                 Filters filters, double time_scale);

    /// Latches a CMD at once, if the vehicle listens to it. @return whether it does
    bool take(const vds1::Cmd& cmd, const vds1::Endpoint& from, SteadyTime now) noexcept;
    void set_time_scale(double time_scale) noexcept;
    /// Moves on by one step, with the fail-safe command if no command is in force.
    void tick(SteadyTime now) noexcept;
    /// Adds a STATE for each destination.
    void add_states(vds1::SendBatch& batch, SteadyTime now) noexcept;
    /// Adds a STATE with the number after `sequence`, unless that endpoint is a destination anyhow
    /// or the vehicle answers to no subscribers.
    void add_reply(vds1::SendBatch& batch, const Destination& to, std::uint32_t& sequence) noexcept;

    std::uint32_t id() const noexcept { return options_.vehicle_id; }
    /// cmd_timeout on the clock.
    std::chrono::nanoseconds longest_silence() const noexcept { return longest_silence_; }
    const CommandWatchdog& watchdog() const noexcept { return watchdog_; }
    const PlantVehicleCounters& counters() const noexcept { return counters_; }
    const FilterChain& filters() const noexcept { return filters_.chain; }
    /// Null without rules.
    const SafetyFilter* safety() const noexcept { return filters_.safety; }
    const Feedback& feedback() const noexcept { return vehicle_->feedback(); }

  private:
    struct Stream {
        Destination to;
        std::uint32_t sequence = 0;
    };
    void command(Command command) noexcept;
    void hold_failsafe() noexcept;
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
    bool holds_failsafe_ = false;
    PlantVehicleCounters counters_;
};

}  // namespace gateway::vdsim
