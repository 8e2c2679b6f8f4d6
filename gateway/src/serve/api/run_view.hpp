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

/// How fast simulated time goes, from two snapshots half a second or more apart.
struct RateMeter {
    SteadyTime since{};
    SimTime now{0};
    std::uint64_t cycles = 0;
    double real_time_factor = std::numeric_limits<double>::quiet_NaN();
    double rate_hz = std::numeric_limits<double>::quiet_NaN();  ///< turns a second on the clock

    void see(const Snapshot& snapshot);
};

/// What there is to know of a vehicle beforehand.
struct VehicleFacts {
    /// Of a run the position in the list `programs`, of a plant the vehicle's id.
    std::size_t id = 0;
    std::string name;
    std::optional<VehicleConfig> vehicle;  ///< nothing: it lives elsewhere
    std::optional<gateway::Route> route;
    /// Of its program, if it has one.
    std::optional<ddc::Id> reference_id;
    /// What a realtime turn may be late by.
    SimTime period{0};
    /// Simulated seconds in a second as configured; 0: as fast as it goes.
    double time_scale = 0;
    /// Why POST /api/io drives it not; empty if it does.
    std::string refusal;
    /// For POST /api/io, on the clock.
    std::chrono::nanoseconds cmd_timeout{0};
};

/// And of all of them.
struct RunFacts {
    const char* mode = "measured";
    const char* source = "cosim";
    SimTime duration = SimTime::max();
    std::string table_name;  ///< empty: there is no table
    std::string text;        ///< of the configuration
    /// The loop has a say in whether a person's command counts: it answers each. A command's
    /// time-out follows the time scale then.
    bool answers_commands = false;
};

/// One vehicle, for the port's thread. But for the board all is that thread's.
struct ViewedVehicle {
    ViewedVehicle(std::size_t its_index, VehicleFacts its_facts);

    std::size_t index;  ///< its position among the vehicles
    VehicleFacts facts;
    std::string quoted_name;  ///< as JSON
    VehicleBoard board;

    RateMeter rate;
    std::optional<IoCommand> held;  ///< what was asked for last
    std::uint64_t commands = 0;     ///< so many were asked for
    bool was_driven_here = false;
    /// When the filters were seen to act.
    std::array<std::uint64_t, Snapshot::most_filters> filter_counts{};
    std::array<SteadyTime, Snapshot::most_filters> filters_acted_at{};

    /// The members of its state that change with the snapshot alone, as JSON: written once for all
    /// who ask.
    struct Written {
        SteadyTime of{};  ///< when that was published
        std::string members;
    };
    mutable Written written;

    /// Asks its loop for a new snapshot. Cheap.
    void ask() { board.wants_state.store(true); }
    /// Null before the first.
    const Publication* latest() const { return has_latest ? &board.states->latest() : nullptr; }
    bool has_latest = false;
};

/// What runs, as the port's thread sees it.
class RunView {
  public:
    explicit RunView(RunFacts facts) : facts_(std::move(facts)) {}

    ViewedVehicle& add(VehicleFacts vehicle);

    /// Asks the loops for new snapshots. Cheap.
    void ask();
    /// An answer that is there when `find` gives one: it is called when a loop has shown something,
    /// and at the deadline, when it must give one.
    /// @param find asks for what it waits for. @param is_over the time for it is
    LaterAnswer when(std::function<std::optional<Response>(bool is_over)> find,
                     std::chrono::milliseconds patience);
    /// Lets loops wake that when they show something, as long as it is wanted. What is woken calls
    /// listen() before each look.
    void wake_at_news(const Wake& wake);
    void listen() { bell_->listen(); }
    /// For what else is shown: to be rung from any thread.
    Bell& bell() { return *bell_; }
    /// Readable when a loop has shown something that is waited for: then take_news().
    int descriptor() const { return bell_->descriptor(); }
    void take_news();
    /// Takes what they have published.
    void look();
    /// Whether the vehicle's snapshot is so new that there is no need to wait for a newer one.
    bool is_recent(const ViewedVehicle& vehicle) const;
    /// Simulated seconds in a second; 0: as fast as it goes.
    double time_scale(const ViewedVehicle& vehicle) const;
    /// How long a person's command lasts on the clock.
    std::chrono::nanoseconds cmd_timeout(const ViewedVehicle& vehicle) const;

    const RunFacts& facts() const { return facts_; }
    /// At least one.
    const std::vector<std::unique_ptr<ViewedVehicle>>& vehicles() const { return vehicles_; }
    /// By id or name; null if there is none.
    ViewedVehicle* find(const std::string& id_or_name) const;

    /// Null outside of the run's own time.
    const Controlled* run = nullptr;

  private:
    RunFacts facts_;
    std::unique_ptr<Bell> bell_ = std::make_unique<Bell>();
    std::vector<Wake> waiting_;
    std::vector<std::unique_ptr<ViewedVehicle>> vehicles_;
};

/// The answer to GET /api/state, and an event's data.
std::string state_json(const RunView& view, const ViewedVehicle& vehicle);
std::string config_json(const RunView& view);
/// @param log_lines so many were written
std::string metrics_text(const RunView& view);
std::string stats_json(const RunView& view);
/// The command that goes to the vehicle; of another level than pedals what the vehicle does.
PedalCommand applied_pedals(const Snapshot& now) noexcept;
/// "drive"; empty for none.
const char* word_of(Gear gear) noexcept;

}  // namespace gateway::data_port
