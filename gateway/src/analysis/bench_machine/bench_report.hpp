// SPDX-License-Identifier: MIT
#pragma once

#include "verdict.hpp"

#include "machine/facts.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <vector>

namespace gateway::machine {

/// All that bench-machine reports.
struct BenchReport {
    std::vector<Fact> facts;
    std::string clock_source;           ///< empty if not available
    std::optional<MachineBench> bench;  ///< nothing: only the facts were read
    std::vector<PeriodVerdict> verdicts;

    /// Whether every period of the plan was measured and is held.
    bool is_held() const;
};

/// Prints facts with their effects, histograms, round trips and verdicts.
void print(const BenchReport& report, std::ostream& out);

/// The same as JSON; docs/reference/bench-machine.md describes the keys.
nlohmann::ordered_json to_json(const BenchReport& report);

/// Draws the histograms, with logarithmic scales.
/// @throws std::runtime_error if the picture cannot be drawn
void draw_lateness(const MachineBench& bench, const std::filesystem::path& picture);

}  // namespace gateway::machine
