// SPDX-License-Identifier: MIT
#pragma once

#include "formula.hpp"

#include <cstdint>
#include <string>

namespace gateway::requirement {

/// What a run must meet.
struct Requirement {
    std::string name;
    std::string text;  ///< the formula as it is written
    Formula formula;
    double scale = 1;  ///< robustness is in these
    /// In the document that it comes from, and that document; or empty.
    std::string id = {}, source = {};
};

/// What to say of a formula that looks further ahead than a run lasts, or nothing.
std::string horizon_problem(const Formula& formula, std::int64_t duration_ns);

enum class Verdict { pass, fail, error };

const char* to_string(Verdict verdict);

/// What came of a requirement.
struct Outcome {
    std::string name;
    std::string id, source;  ///< as the requirement has them
    Verdict verdict = Verdict::error;
    double robustness = 0;       ///< below 0: failed. Not meant with an error, as all below
    double time_s = 0;           ///< of the worst moment
    std::string comparison;      ///< that decided
    double left = 0, right = 0;  ///< what it compared at that time
    std::string reason;          ///< a sentence for people
};

}  // namespace gateway::requirement
