// SPDX-License-Identifier: MIT
#pragma once

#include "requirement/requirement.hpp"

#include <nlohmann/json_fwd.hpp>

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace gateway {

/// Prints verdict, robustness and reason in columns: "pass  0.52  margin 0.52 at 3.1 s: ...". On a
/// terminal pass is green, other verdicts are red.
void print_verdict(const requirement::Outcome& outcome, std::ostream& out);

/// The object in the summary; its numbers are null if there is no verdict.
nlohmann::ordered_json to_json(const requirement::Outcome& outcome);

/// The numbers of a summary by their paths ("route.max_m"), true and false as 1 and 0.
std::map<std::string, double> numbers_of(const nlohmann::ordered_json& summary);

/// The exit code: 1 if a requirement could not be evaluated, else 4 if one failed, else 0.
int exit_code_of(const std::vector<requirement::Outcome>& outcomes);

}  // namespace gateway
