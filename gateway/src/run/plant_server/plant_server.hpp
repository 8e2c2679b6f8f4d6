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

/// Vehicles that are ticked together, whatever ports they are at, in space that is set aside once.
/// The STATEs of each are added to its port's while what it has moved is still in the cache.
class TickBatch {
  public:
    static constexpr std::size_t capacity = 64;

    /// Adds one; a full batch, or one of another step, is ticked first.
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

/// Datagrams at a CMD port that reached no vehicle.
struct PortCounters {
    std::array<std::uint64_t, 6> rejected{};  ///< by DecodeStatus
    std::uint64_t unknown_vehicle = 0;        ///< a vehicle_id that no vehicle here has
    std::uint64_t stale = 0;                  ///< may have waited for a command time-out
};

/// One port where CMDs are taken, for one or several vehicles; their STATEs leave from it.
///
/// What waits in the socket is at most as old as the moment when it was last seen empty. If the
/// look that finds it comes later than a period after that by a command time-out of one of its
/// vehicles (the process was stopped, or a flood came faster than it is taken), what waits is
/// dropped and counted as stale. What came since the last look is fresh, however long the period
/// is.
class CmdPort {
  public:
    /// @param period looks come at least once in it
    /// @param allowed addresses of Subscribers
    /// @throws std::runtime_error naming the endpoint if it cannot be listened on
    CmdPort(const Endpoint& local, std::chrono::nanoseconds period, SteadyTime now,
            const std::vector<std::uint32_t>& allowed = {});

    /// Allocates nothing within what was reserved.
    void add(std::unique_ptr<PlantVehicle> vehicle);
    /// For so many vehicles in all.
    void reserve(std::size_t vehicles);
    /// @param period as of the constructor
    void set_time_scale(double time_scale, std::chrono::nanoseconds period) noexcept;
    /// Takes all that waits, at most a few hundred datagrams.
    /// @param now read just before
    void drain(SteadyTime now) noexcept;
    /// Those of a vehicle of this port, but for what subscribers are sent.
    void add_states(PlantVehicle& vehicle, SteadyTime now) noexcept {
        vehicle.add_states(states_, now);
    }
    /// Adds what subscribers are sent, and sends all that was added.
    void send_added(SteadyTime now) noexcept;
    /// The STATEs of all its vehicles.
    void send_states(SteadyTime now) noexcept;

    int descriptor() const noexcept { return socket_.descriptor(); }
    Endpoint local() const { return socket_.local(); }
    const std::vector<std::unique_ptr<PlantVehicle>>& vehicles() const noexcept {
        return vehicles_;
    }
    const PortCounters& counters() const noexcept { return counters_; }
    std::uint64_t refused() const noexcept { return states_.refused(); }

  private:
    void take(std::size_t index, SteadyTime now) noexcept;
    PlantVehicle* vehicle_for(const vds1::Header& header) noexcept;
    void add_replies(Subscribers::Subscriber& subscriber) noexcept;

    UdpSocket socket_;
    DatagramBatch batch_;
    vds1::SendBatch states_;
    std::vector<std::unique_ptr<PlantVehicle>> vehicles_;
    std::vector<std::pair<std::uint32_t, PlantVehicle*>> by_id_;  ///< sorted
    Subscribers subscribers_;
    bool answers_subscribers_ = false;  ///< one of its vehicles does
    std::chrono::nanoseconds period_;
    static constexpr std::chrono::nanoseconds longest_timeout = std::chrono::hours(24);
    std::chrono::nanoseconds shortest_timeout_ = longest_timeout;
    SteadyTime empty_at_;
    PortCounters counters_;
};

/// A vehicle that comes to a server that runs.
struct AddedVehicle {
    std::unique_ptr<PlantVehicle> vehicle;  ///< for `port`; null if it is in `new_port`
    CmdPort* port = nullptr;
    std::unique_ptr<CmdPort> new_port;
};

/// Simulated vehicles as VDS1 peers, in real time and in one thread: between two deadlines it waits
/// for CMDs, which are latched as they come; at a deadline all vehicles move on by one step and
/// their STATEs leave.
///
/// A CMD of version 4 or later goes to the vehicle of its vehicle_id at that port, an older one to
/// the port's first vehicle. In a pause simulated time stands still, CMDs are latched, and STATEs
/// leave as ever, so that no peer takes the vehicles for lost.
class PlantServer {
  public:
    /// @param allowed addresses besides the loopback that Reply::all answers, in the host's byte
    /// order
    explicit PlantServer(const RealTimeOptions& options, std::vector<std::uint32_t> allowed = {});

    CmdPort& add_port(const Endpoint& local);
    /// Before run(): room for so many vehicles to be handed over.
    void make_room(std::size_t vehicles);
    /// From one other thread, while it runs: the vehicle is there from the next tick on, or the
    /// next one that a pause leaves out. Precondition: has_taken()
    /// @param added stays there until has_taken(), and is emptied
    void hand_over(AddedVehicle& added) noexcept { added_.store(&added); }
    bool has_taken() const noexcept { return added_ == nullptr; }

    /// Runs until `duration` of simulated time has passed or it is told to stop. Allocates nothing.
    /// @param gate lets single ticks go on in a pause
    void run(SimTime duration, const RunControl& control, StepGate& gate);
    /// Called once a second from the loop: it must not wait.
    std::function<void()> once_a_second = [] {};
    /// Each is called after each tick and in its place in a pause, with whether time has moved: it
    /// must not wait.
    std::vector<std::function<void(bool)>> after_tick;

    const std::vector<std::unique_ptr<CmdPort>>& ports() const noexcept { return ports_; }
    /// Of all ports.
    std::vector<PlantVehicle*> vehicles() const;
    const RealTimeRunner& runner() const noexcept { return runner_; }
    SimTime sim_time() const noexcept { return sim_time_; }
    /// Of the last tick.
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
