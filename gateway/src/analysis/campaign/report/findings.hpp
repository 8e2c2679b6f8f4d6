// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"
#include "campaign/search/statistics.hpp"
#include "campaign/store/flat_values.hpp"
#include "campaign/store/tally.hpp"
#include "fault_results.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gateway::campaign {

/// The confidence of the intervals of rates.
constexpr double confidence = 0.95;
/// The quantiles that are reported for a column.
const std::vector<double>& quantile_parts();

/// The values of a run, in the order of the plan's parameters; a list is one text.
using RunValues = std::vector<Scalar>;

/// The text of a value for users.
std::string word_of(const Scalar& value);
/// The number, or nothing for a text, a boolean or null.
std::optional<double> number_of(const Scalar& value);

/// A run with the result of one requirement.
struct RunPoint {
    std::uint64_t run = 0;
    double robustness = 0;  ///< infinite if a verdict has none
    bool has_failed = false;
    std::shared_ptr<const RunValues> values = nullptr;
};

/// The results of a requirement in all runs.
struct RequirementFindings {
    std::string name;
    std::uint64_t passed = 0, failed = 0;
    std::optional<Interval> failure_rate;  ///< only if runs are independent of each other
    RunPoint worst;
    double worst_time_s = std::numeric_limits<double>::quiet_NaN();
    std::vector<RunPoint> points;            ///< an unbiased sample of the runs
    std::vector<RunPoint> failures;          ///< an unbiased sample of the failed runs
    std::vector<Sensitivity> sensitivities;  ///< to each parameter; only for design `sensitivity`

    std::uint64_t judged() const { return passed + failed; }
    /// The failure rate; 0 if no run was evaluated.
    double rate() const;
};

/// The numbers of a column.
struct ColumnFindings {
    std::string path;
    std::uint64_t count = 0;
    double least = std::numeric_limits<double>::infinity();
    double greatest = -std::numeric_limits<double>::infinity();
    double mean = 0;
    std::vector<double> quantiles = {};  ///< of the sample
};

/// A run among the worst.
struct WorstRun {
    RunPoint point;
    std::string requirement;  ///< the one with the least robustness
    std::string reason;       ///< explanation for users
    double time_s = std::numeric_limits<double>::quiet_NaN();
};

/// The evaluated results of a campaign.
struct Findings {
    std::uint64_t runs = 0;  ///< number planned, or up to the stop decision
    std::string stopped;     ///< "stopped at run 57: 10 failures", or empty
    Tally tally;
    std::string missing;       ///< "3, 17 to 40": the first ones; empty: none
    std::string no_interval;   ///< why rates have no interval; empty: they have
    std::uint64_t sample = 0;  ///< number of runs used for quantiles
    std::vector<RequirementFindings> requirements;
    std::vector<ColumnFindings> columns;
    std::vector<WorstRun> worst;      ///< at most ten
    std::vector<FaultResult> faults;  ///< only for design `each_fault`

    std::uint64_t absent() const { return runs - tally.present(); }
    /// The number of executed runs in which a requirement has no verdict.
    std::uint64_t errors(const RequirementFindings& found) const {
        return tally.present() - tally.skipped - found.judged();
    }
    /// The number of runs without a verdict: errors and missing runs.
    std::uint64_t unjudged(const RequirementFindings& found) const {
        return errors(found) + absent();
    }
};

/// Evaluates all results in one pass, in bounded memory.
/// @throws StoreError, std::runtime_error for results that cannot be read
Findings find(const Plan& plan);

nlohmann::ordered_json to_json(const Findings& findings, const Plan& plan);

}  // namespace gateway::campaign
