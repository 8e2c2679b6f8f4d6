// SPDX-License-Identifier: MIT
#pragma once

#include "machine.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

/// What suites have shown, each run several times: the file of `ddc-bench all`.
namespace bench {

/// A line of a suite in every round.
struct Series {
    std::string name;
    std::string unit;
    std::string baseline_name;
    std::vector<double> values;     ///< in `unit`, one a round
    std::vector<double> baselines;  ///< as many
};

struct SuiteReport {
    std::string suite;
    std::vector<Series> series;
    std::string error;  ///< why a round is missing; empty if none is
};

struct Report {
    Machine machine;
    std::vector<SuiteReport> suites;
};

/// The middle one. @pre there are values
double median(std::vector<double> values);

/// How far apart the quarters of the values are: of five the second and the fourth. It takes no
/// notice of a round in which something else ran. @pre there are values
double spread(std::vector<double> values);

/// Each value beside its baseline.
std::vector<double> ratios(const Series& series);

/// Adds what `ddc-bench SUITE --json` has printed as one more round.
/// @throws std::runtime_error if that is no output of ddc-bench
void add_round(const std::string& output, SuiteReport& report);

nlohmann::ordered_json to_json(const Report& report);

/// @throws std::runtime_error naming the file and what is wrong with it
Report read_report(const std::string& path);

}  // namespace bench
