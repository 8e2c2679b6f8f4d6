// SPDX-License-Identifier: MIT
#pragma once

#include "board/vehicle_board.hpp"
#include "control/handle_request.hpp"
#include "http/http.hpp"
#include "platform/vehicle_config.hpp"
#include "route/route.hpp"

#include <limits>
#include <memory>
#include <optional>

namespace gateway::data_port {

/// Measures the speed of a run from two snapshots at least half a second apart.
struct RateMeter {
    SteadyTime since{};
    SimTime now{0};
    std::uint64_t cycles = 0;
    double real_time_factor = std::numeric_limits<double>::quiet_NaN();
    double rate_hz = std::numeric_limits<double>::quiet_NaN();  ///< cycles per second of wall time

    void update(const Snapshot& snapshot);
};

/// Constant properties of a vehicle.
struct VehicleFacts {
    /// In a run the position in the list `programs`, in vdsim_realtime the vehicle's id.
    std::size_t id = 0;
    std::string name;
    std::optional<VehicleConfig> vehicle;  ///< nothing: the vehicle is remote
    std::optional<gateway::Route> route;
    /// Reference id of its program, if it has one.
    std::optional<ddc::Id> reference_id;
    /// Lateness of a cycle in realtime mode from which it counts as late.
    SimTime period{0};
    /// Configured ratio of simulated time to wall time; 0: as fast as possible.
    double time_scale = 0;
    /// Why POST /api/io cannot drive the vehicle; empty if it can.
    std::string refusal;
    /// Time-out of the commands of POST /api/io, by the wall clock.
    std::chrono::nanoseconds cmd_timeout{0};
};

/// Constant properties of the whole run.
struct RunFacts {
    const char* mode = "measured";
    const char* source = "cosim";
    SimTime duration = SimTime::max();
    std::string table_name;  ///< empty: there is no table
    std::string text;        ///< content of the configuration
    /// The loop decides whether it accepts a manual command, and replies to each. The time-out of
    /// commands then scales with the run's time.
    bool answers_commands = false;
};

/// One vehicle as the port's thread has it. All members except the board belong to that thread.
struct ViewedVehicle {
    ViewedVehicle(std::size_t its_index, VehicleFacts its_facts);

    std::size_t index;  ///< its position among the vehicles
    VehicleFacts facts;
    std::string quoted_name;  ///< as JSON
    VehicleBoard board;

    RateMeter rate;
    std::optional<IoCommand> held;  ///< the last manual command
    std::uint64_t commands = 0;     ///< number of manual commands
    bool was_driven_here = false;
    /// The counts of the filters, and when each last increased.
    std::array<std::uint64_t, Snapshot::most_filters> filter_counts{};
    std::array<SteadyTime, Snapshot::most_filters> filters_acted_at{};

    /// The members of its state that depend only on the snapshot, as JSON: cached for all requests.
    struct Written {
        SteadyTime of{};  ///< published_at of the snapshot
        std::string members;
    };
    mutable Written written;

    /// Requests a new snapshot from its loop. Cheap.
    void request_state() { board.state_requested.store(true); }
    /// Null before the first snapshot.
    const Publication* latest() const { return has_latest ? &board.states->latest() : nullptr; }
    bool has_latest = false;
};

/// The run as the port's thread sees it.
class RunView {
  public:
    explicit RunView(RunFacts facts) : facts_(std::move(facts)) {}

    ViewedVehicle& add(VehicleFacts vehicle);

    /// Requests new snapshots from all loops. Cheap.
    void request_states();
    /// A reply that is sent when `find` returns one. `find` is called when a loop has published
    /// something, and at the deadline, when it must return a reply.
    /// @param find requests the data that it needs; `is_over` is true at the deadline
    LaterAnswer reply_when(std::function<std::optional<Response>(bool is_over)> find,
                           std::chrono::milliseconds limit);
    /// Registers a wake for everything that loops publish, until its wait ends. The woken code must
    /// call arm_bell() before each poll().
    void add_wake(const Wake& wake);
    void arm_bell() { bell_->arm(); }
    /// The bell for other data. ring() may be called from any thread.
    Bell& bell() { return *bell_; }
    /// Readable when data has been published after arm_bell(): call wake_waiters().
    int descriptor() const { return bell_->descriptor(); }
    void wake_waiters();
    /// Reads the snapshots that the loops have published.
    void poll();
    /// Whether the vehicle's snapshot is so recent that a newer one is not needed.
    bool is_recent(const ViewedVehicle& vehicle) const;
    /// Ratio of simulated time to wall time; 0: as fast as possible.
    double time_scale(const ViewedVehicle& vehicle) const;
    /// Time-out of a manual command by the wall clock.
    std::chrono::nanoseconds cmd_timeout(const ViewedVehicle& vehicle) const;

    const RunFacts& facts() const { return facts_; }
    /// At least one.
    const std::vector<std::unique_ptr<ViewedVehicle>>& vehicles() const { return vehicles_; }
    /// @return null if no vehicle has that id or name
    ViewedVehicle* find(const std::string& id_or_name) const;

    /// Null before the start and after the end of the run.
    const Controlled* run = nullptr;

  private:
    RunFacts facts_;
    std::unique_ptr<Bell> bell_ = std::make_unique<Bell>();
    std::vector<Wake> waiting_;
    std::vector<std::unique_ptr<ViewedVehicle>> vehicles_;
};

/// The body of GET /api/state, and the data of an event.
std::string state_json(const RunView& view, const ViewedVehicle& vehicle);
std::string config_json(const RunView& view);
std::string metrics_text(const RunView& view);
std::string stats_json(const RunView& view);
/// The pedals of the command that the vehicle gets. At other command levels the pedals that the
/// vehicle reports.
PedalCommand applied_pedals(const Snapshot& now) noexcept;
/// Such as "drive"; empty for an unknown gear.
const char* word_of(Gear gear) noexcept;

}  // namespace gateway::data_port
