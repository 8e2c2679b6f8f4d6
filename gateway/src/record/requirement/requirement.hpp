// SPDX-License-Identifier: MIT
#pragma once

#include "formula.hpp"

#include <cstdint>
#include <string>

namespace gateway::requirement {

/// A requirement on a run.
struct Requirement {
    std::string name;
    std::string text;  ///< the formula as written
    Formula formula;
    double scale = 1;  ///< unit of the robustness
    /// The id in the source document, and that document; may be empty.
    std::string id = {}, source = {};
};

/// The error text for a formula that looks further ahead than the run lasts, or an empty text.
std::string horizon_problem(const Formula& formula, std::int64_t duration_ns);

enum class Verdict { pass, fail, error };

const char* to_string(Verdict verdict);

/// The result of a requirement.
struct Outcome {
    std::string name;
    std::string id, source;  ///< those of the requirement
    Verdict verdict = Verdict::error;
    double robustness = 0;       ///< below 0: failed. Undefined after an error, as the next members
    double time_s = 0;           ///< time that determined the result
    std::string comparison;      ///< comparison that determined the result
    double left = 0, right = 0;  ///< its sides at that time
    std::string reason;          ///< explanation for users
    std::string note{};          ///< more for users, whatever the result; may be empty
};

}  // namespace gateway::requirement
