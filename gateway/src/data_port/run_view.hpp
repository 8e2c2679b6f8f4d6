// SPDX-License-Identifier: MIT
#pragma once

#include "../control/obey.hpp"
#include "../run/run_config.hpp"
#include "vehicle_board.hpp"

#include <memory>

namespace gateway::data_port {

/// How fast simulated time goes, from two snapshots half a second or more apart.
struct RateMeter {
    SteadyTime since{};
    SimTime now{0};
    std::uint64_t turns = 0;
    double real_time_factor = std::numeric_limits<double>::quiet_NaN();
    double rate_hz = std::numeric_limits<double>::quiet_NaN();  ///< turns a second on the clock

    void see(const Snapshot& snapshot);
};

/// One vehicle of a run, for the port's thread. But for the board all is that thread's.
struct ViewedVehicle {
    ViewedVehicle(std::size_t its_id, const ProgramConfig& its_config);

    std::size_t id;  ///< its position in the list `programs`
    const ProgramConfig& config;
    std::string quoted_name;  ///< as JSON
    VehicleBoard board;
    /// Why POST /api/io drives it not; empty if it does.
    std::string refusal;

    RateMeter rate;
    std::optional<IoCommand> held;  ///< what was asked for last
    bool was_driven_here = false;
    /// When the filters were seen to act.
    std::array<std::uint64_t, Snapshot::most_filters> filter_counts{};
    std::array<SteadyTime, Snapshot::most_filters> filters_acted_at{};

    /// Null before the first.
    const Publication* latest() const { return has_latest ? &board.states->latest() : nullptr; }
    bool has_latest = false;
};

/// A run as the port's thread sees it.
class RunView {
  public:
    /// @param config outlives it
    /// @param text of its file
    RunView(const RunConfig& config, std::string text);

    /// Asks the loops for new snapshots. Cheap.
    void ask();
    /// Takes what they have published.
    void look();
    /// Whether the vehicle's snapshot is so new that there is no need to wait for a newer one.
    bool is_recent(const ViewedVehicle& vehicle) const;

    const RunConfig& config() const { return config_; }
    const std::string& text() const { return text_; }
    const std::vector<std::unique_ptr<ViewedVehicle>>& vehicles() const { return vehicles_; }
    /// By id or name; null if there is none.
    ViewedVehicle* find(const std::string& id_or_name) const;

    /// Null outside of the run's own time.
    const Controlled* run = nullptr;
    /// For POST /api/io.
    std::chrono::nanoseconds cmd_timeout{0};

  private:
    const RunConfig& config_;
    std::string text_;
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
