// SPDX-License-Identifier: MIT
#pragma once

#include "machine.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

/// The results of suites, each run several times: the file of `ddc-bench all`.
namespace bench {

/// A line of a suite in every round.
struct Series {
    std::string name;
    std::string unit;
    std::string baseline_name;
    std::vector<double> values;     ///< in `unit`, one a round
    std::vector<double> baselines;  ///< of the same number
};

struct SuiteReport {
    std::string suite;
    std::vector<Series> series;
    std::string error;  ///< the reason why a round is missing; empty if none is
};

struct Report {
    Machine machine;
    std::vector<SuiteReport> suites;
};

/// The median. @pre there are values
double median(std::vector<double> values);

/// The distance of the quartiles: of five values that of the second and the fourth. A single
/// disturbed round does not change it. @pre there are values
double spread(std::vector<double> values);

/// Each value divided by its baseline.
std::vector<double> ratios(const Series& series);

/// Adds the output of `ddc-bench SUITE --json` as one more round.
/// @throws std::runtime_error if that is no output of ddc-bench
void add_round(const std::string& output, SuiteReport& report);

nlohmann::ordered_json to_json(const Report& report);

/// @throws std::runtime_error naming the file and the error in it
Report read_report(const std::string& path);

}  // namespace bench
