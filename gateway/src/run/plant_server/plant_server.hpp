// SPDX-License-Identifier: MIT
#pragma once

#include "plant_vehicle.hpp"

#include <gateway/base/run_control.hpp>
#include "control/step_gate.hpp"
#include "realtime/deadline_waiter.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace gateway::vdsim {

class CmdPort;

/// Ticks vehicles of all ports together, in memory that is allocated once. The STATEs of each
/// vehicle are added to its port's while its data is still in the cache.
class TickBatch {
  public:
    static constexpr std::size_t capacity = 64;

    /// Adds a vehicle. If the batch is full or has another step, it is ticked first.
    void add(CmdPort& port, PlantVehicle& vehicle, SteadyTime now) noexcept;
    void flush(SteadyTime now) noexcept;

  private:
    std::array<plant::SimSession*, capacity> sessions_{};
    std::array<PlantVehicle*, capacity> vehicles_{};
    std::array<CmdPort*, capacity> ports_{};
    std::array<plant::StepStatus, capacity> statuses_{};
    SimTime step_{0};
    std::size_t count_ = 0;
};

/// Datagrams at a CMD port that were not accepted by a vehicle.
struct PortCounters {
    std::array<std::uint64_t, 6> rejected{};  ///< by DecodeStatus
    std::uint64_t unknown_vehicle = 0;        ///< no vehicle of the port has the vehicle_id
    std::uint64_t stale = 0;                  ///< may be older than a command time-out
};

/// One port that receives CMDs for one or several vehicles and sends their STATEs.
///
/// A waiting packet arrived after the last read that left the socket empty. If the next read comes
/// later than a period plus a command time-out of one of the vehicles (because the process was
/// stopped, or too many packets arrived), waiting packets are dropped and counted as stale. Packets
/// that arrived since the last read are fresh, whatever the period is.
class CmdPort {
  public:
    /// @param period longest time between two calls of drain()
    /// @param allowed addresses of Subscribers
    /// @throws std::runtime_error with the endpoint if it cannot be opened
    CmdPort(const Endpoint& local, std::chrono::nanoseconds period, SteadyTime now,
            const std::vector<std::uint32_t>& allowed = {});

    /// Does not allocate within the reserved number.
    void add(std::unique_ptr<PlantVehicle> vehicle);
    /// Reserves memory for this total number of vehicles.
    void reserve(std::size_t vehicles);
    /// @param period as of the constructor
    void set_time_scale(double time_scale, std::chrono::nanoseconds period) noexcept;
    /// Reads all waiting packets, at most a few hundred.
    /// @param now read just before
    void drain(SteadyTime now) noexcept;
    /// Adds the STATEs of a vehicle of this port, except those for subscribers.
    void add_states(PlantVehicle& vehicle, SteadyTime now) noexcept {
        vehicle.add_states(states_, now);
    }
    /// Adds the STATEs for subscribers, and sends all that were added.
    void send_added(SteadyTime now) noexcept;
    /// Sends the STATEs of all its vehicles.
    void send_states(SteadyTime now) noexcept;

    int descriptor() const noexcept { return socket_.descriptor(); }
    Endpoint local() const { return socket_.local(); }
    const std::vector<std::unique_ptr<PlantVehicle>>& vehicles() const noexcept {
        return vehicles_;
    }
    const PortCounters& counters() const noexcept { return counters_; }
    std::uint64_t refused() const noexcept { return states_.refused(); }

  private:
    void take(const LinkPacket& packet, SteadyTime now) noexcept;
    void release_delayed(SteadyTime now) noexcept;
    void arrive(const LinkPacket& packet, SteadyTime now) noexcept;
    void accept(PlantVehicle& vehicle, const vds1::Cmd& cmd, const Endpoint& from,
                SteadyTime now) noexcept;
    PlantVehicle* decoded(const LinkPacket& packet, vds1::Cmd& cmd) noexcept;
    PlantVehicle* vehicle_for(const vds1::Header& header) noexcept;
    void add_replies(Subscribers::Subscriber& subscriber, SteadyTime now) noexcept;

    UdpSocket socket_;
    DatagramBatch batch_;
    vds1::SendBatch states_;
    std::vector<std::unique_ptr<PlantVehicle>> vehicles_;
    std::vector<std::pair<std::uint32_t, PlantVehicle*>> by_id_;  ///< sorted
    Subscribers subscribers_;
    bool answers_subscribers_ = false;  ///< at least one of its vehicles does
    bool has_link_faults_ = false;      ///< at least one of its vehicles does
    std::chrono::nanoseconds period_;
    static constexpr std::chrono::nanoseconds longest_timeout = std::chrono::hours(24);
    std::chrono::nanoseconds shortest_timeout_ = longest_timeout;
    SteadyTime empty_at_;
    PortCounters counters_;
};

/// A vehicle that is added to a running server.
struct AddedVehicle {
    std::unique_ptr<PlantVehicle> vehicle;  ///< for `port`; null if it is in `new_port`
    CmdPort* port = nullptr;
    std::unique_ptr<CmdPort> new_port;
};

/// Simulated vehicles as VDS1 peers, in real time and in one thread. Between two deadlines it waits
/// for CMDs and latches each one; at a deadline all vehicles advance by one step and their STATEs
/// are sent.
///
/// A CMD of version 4 or later goes to the vehicle with its vehicle_id at that port, an older one
/// to the port's first vehicle. In a pause simulated time does not advance; CMDs are still latched
/// and STATEs sent, so that no peer considers the vehicles lost.
class PlantServer {
  public:
    /// @param allowed addresses besides the loopback that Reply::all replies to, in host byte order
    explicit PlantServer(const RealTimeOptions& options, std::vector<std::uint32_t> allowed = {});

    CmdPort& add_port(const Endpoint& local);
    /// To be called before run(): reserves memory for vehicles that will be handed over.
    void make_room(std::size_t vehicles);
    /// To be called from one other thread, while the server runs: the vehicle is used from the next
    /// tick on, also in a pause. Precondition: has_taken()
    /// @param added must exist until has_taken(), and is emptied
    void hand_over(AddedVehicle& added) noexcept { added_.store(&added); }
    bool has_taken() const noexcept { return added_ == nullptr; }

    /// Runs until `duration` of simulated time has passed or `control` stops it. Does not allocate.
    /// @param gate allows single ticks in a pause
    void run(SimTime duration, const RunControl& control, StepGate& gate);
    /// Called once a second from the loop; must not block.
    std::function<void()> once_a_second = [] {};
    /// Called after each tick, and instead of it in a pause, with whether time has advanced; must
    /// not block.
    std::vector<std::function<void(bool)>> after_tick;

    const std::vector<std::unique_ptr<CmdPort>>& ports() const noexcept { return ports_; }
    /// The vehicles of all ports.
    std::vector<PlantVehicle*> vehicles() const;
    const RealTimeRunner& runner() const noexcept { return runner_; }
    SimTime sim_time() const noexcept { return sim_time_; }
    /// Lateness of the last tick.
    std::chrono::nanoseconds lateness() const noexcept { return lateness_; }

  private:
    void follow_scale(const RunControl& control);
    void take_added() noexcept;
    void look_ahead(SteadyTime now) noexcept;
    void show(bool has_moved) noexcept;
    void wait_and_take();
    void tick(SteadyTime now) noexcept;
    void stand_still(SteadyTime now) noexcept;

    RealTimeRunner runner_;
    std::vector<std::uint32_t> allowed_;
    DeadlineWaiter waiter_;
    std::vector<std::unique_ptr<CmdPort>> ports_;
    TickBatch ticks_;
    std::atomic<AddedVehicle*> added_{nullptr};
    SteadyTime next_second_{};
    SimTime sim_time_{0};
    std::chrono::nanoseconds lateness_{0};
};

}  // namespace gateway::vdsim
