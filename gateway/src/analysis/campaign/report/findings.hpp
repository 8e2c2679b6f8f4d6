// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"
#include "campaign/search/statistics.hpp"
#include "campaign/store/flat_values.hpp"
#include "campaign/store/tally.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gateway::campaign {

/// Of intervals of rates.
constexpr double confidence = 0.95;
/// The parts of a column of which quantiles are told.
const std::vector<double>& quantile_parts();

/// Of a run, in the order of the plan's parameters; a list as one text.
using RunValues = std::vector<Scalar>;

/// As a person reads it.
std::string word_of(const Scalar& value);
/// Nothing for a text, a truth value or null.
std::optional<double> number_of(const Scalar& value);

/// A run as one requirement has it.
struct RunPoint {
    std::uint64_t run = 0;
    double robustness = 0;  ///< infinite where a verdict has none
    bool has_failed = false;
    std::shared_ptr<const RunValues> values = nullptr;
};

/// What came of a requirement in all runs.
struct RequirementFindings {
    std::string name;
    std::uint64_t passed = 0, failed = 0;
    std::optional<Interval> failure_rate;  ///< where runs are independent of each other
    RunPoint worst;
    double worst_time_s = std::numeric_limits<double>::quiet_NaN();
    std::vector<RunPoint> points;            ///< of an even part of the runs
    std::vector<RunPoint> failures;          ///< an even part of those that failed
    std::vector<Sensitivity> sensitivities;  ///< to each parameter; of design `sensitivity` alone

    std::uint64_t judged() const { return passed + failed; }
    /// Of failures; 0 if none was judged.
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
    std::string requirement;  ///< the one that it met least
    std::string reason;       ///< what decided, in a sentence
    double time_s = std::numeric_limits<double>::quiet_NaN();
};

/// What a campaign's results come to.
struct Findings {
    std::uint64_t runs = 0;  ///< planned, or up to the one that decided
    std::string stopped;     ///< "stopped at run 57: 10 failures", or empty
    Tally tally;
    std::string missing;       ///< "3, 17 to 40": the first ones; empty: none
    std::string no_interval;   ///< why rates have none; empty: they have
    std::uint64_t sample = 0;  ///< the runs that quantiles are of
    std::vector<RequirementFindings> requirements;
    std::vector<ColumnFindings> columns;
    std::vector<WorstRun> worst;  ///< ten at most

    std::uint64_t absent() const { return runs - tally.present(); }
    /// Runs that were made and of which a requirement has no verdict.
    std::uint64_t errors(const RequirementFindings& found) const {
        return tally.present() - tally.skipped - found.judged();
    }
    /// The same, and those that are missing: all that should have a verdict and have none.
    std::uint64_t unjudged(const RequirementFindings& found) const {
        return errors(found) + absent();
    }
};

/// Goes through all results once, in bounded memory.
/// @throws StoreError, std::runtime_error for results that cannot be read
Findings find(const Plan& plan);

nlohmann::ordered_json to_json(const Findings& findings, const Plan& plan);

}  // namespace gateway::campaign
