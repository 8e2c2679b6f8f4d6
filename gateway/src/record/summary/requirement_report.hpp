// SPDX-License-Identifier: MIT
#pragma once

#include "requirement/requirement.hpp"

#include <nlohmann/json_fwd.hpp>

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace gateway {

/// Verdict, robustness and why, in columns: "pass  0.52  closest by 0.52: at 3.1 s ...". On a
/// terminal pass is green, and all else red.
void print_verdict(const requirement::Outcome& outcome, std::ostream& out);

/// As the summary has it: numbers are null where there is no verdict.
nlohmann::ordered_json to_json(const requirement::Outcome& outcome);

/// The numbers of a summary by their paths ("route.max_m"), true and false as 1 and 0.
std::map<std::string, double> numbers_of(const nlohmann::ordered_json& summary);

/// 1 if one could not be judged, 4 if one failed, else 0.
int exit_code_of(const std::vector<requirement::Outcome>& outcomes);

}  // namespace gateway
