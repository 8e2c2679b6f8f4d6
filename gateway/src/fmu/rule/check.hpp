// SPDX-License-Identifier: MIT
#pragma once

#include "description/fmu.hpp"

#include <string>
#include <vector>

namespace gateway::fmu {

enum class Severity {
    error,    ///< the importer refuses the FMU
    warning,  ///< the FMU violates the standard, and can be used
};

/// A violation of a rule.
struct Violation {
    std::string rule;  ///< id, such as "unit-defined"
    Severity severity = Severity::error;
    std::string text;  ///< names the variable or element
};

/// Checks what a reader has accepted against the standard, by rules written for this project.
/// @return violations in the order of the rules; at most 20 of each rule
std::vector<Violation> check(const Fmu& fmu);

/// One line per violation: "error: unit-defined: x: has the unit km, which is not defined".
std::string to_string(const Violation& violation);

}  // namespace gateway::fmu
