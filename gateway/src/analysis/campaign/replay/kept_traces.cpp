// SPDX-License-Identifier: MIT
#include "kept_traces.hpp"

#include "campaign/results/results.hpp"
#include "output/log_to.hpp"
#include "replay.hpp"

#include <fstream>
#include <set>
#include <utility>

namespace gateway::campaign {
namespace {

namespace fs = std::filesystem;

/// Collects the runs with the least robustness.
class Worst {
  public:
    explicit Worst(std::uint64_t most) : most_(most) {}

    void add(std::uint64_t run, double robustness) {
        runs_.emplace(robustness, run);
        if (runs_.size() > most_) runs_.erase(std::prev(runs_.end()));
    }
    const std::set<std::pair<double, std::uint64_t>>& runs() const { return runs_; }

  private:
    std::uint64_t most_;
    std::set<std::pair<double, std::uint64_t>> runs_;
};

/// Whether "7.csv" exists or, for a list of programs, "7.left.csv".
bool has_trace(const fs::path& folder, std::uint64_t run) {
    const std::string front = std::to_string(run) + ".";
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none))
        if (entry.path().filename().string().compare(0, front.size(), front) == 0 &&
            entry.path().extension() == ".csv")
            return true;
    return false;
}

}  // namespace

std::vector<std::uint64_t> runs_to_keep(const Plan& plan) {
    const KeepRules& rules = plan.keep_rules();
    if (rules.is_empty()) return {};
    std::set<std::uint64_t> runs;
    Worst worst(rules.worst);
    for_each_row(plan, [&](const Row& row) {
        if (outcome_of(row) == RunOutcome::fail && runs.size() < rules.failures)
            runs.insert(row.run);
        if (const auto robustness = verdict_of(row).least_robustness())
            worst.add(row.run, *robustness);
    });
    for (const auto& [robustness, run] : worst.runs()) runs.insert(run);
    return {runs.begin(), runs.end()};
}

void keep_traces(const Plan& plan, const fs::path& folder, const RunControl& control,
                 StatusLine& status) {
    const std::vector<std::uint64_t> runs = runs_to_keep(plan);
    if (runs.empty()) return;
    fs::create_directories(folder / "log");
    std::ofstream messages(folder / "log" / "replay.log", std::ios::app);
    const Log log = log_to(messages);
    std::size_t done = 0;
    for (const std::uint64_t run : runs) {
        status.look([&] {
            return "campaign: " + std::to_string(done) + " of " + std::to_string(runs.size()) +
                   " traces written";
        });
        ++done;
        if (control.stop || has_trace(folder / "replay", run)) continue;
        const fs::path trace = folder / "replay" / (std::to_string(run) + ".csv");
        const Replayed replayed = replay(plan, run, trace, log);
        if (replayed.comparison == Replayed::Comparison::differs && plan.is_repeatable())
            throw StoreError("run " + std::to_string(run) +
                             ": its result differs from the stored one, first at " +
                             replayed.place + ", so it is not repeatable");
    }
}

}  // namespace gateway::campaign
