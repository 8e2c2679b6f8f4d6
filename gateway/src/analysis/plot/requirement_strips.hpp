// SPDX-License-Identifier: MIT
#pragma once

#include "thinned_curve.hpp"

#include "requirement/requirement.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// One side of a comparison over time.
struct Curve {
    std::string text;  ///< as it stands in the formula
    ThinnedCurve points;
    bool has_decided = false;  ///< its comparison did
};

/// A side that does not change.
struct Limit {
    std::string text;
    double value;
};

/// What has one unit and is drawn over one another.
struct Strip {
    std::string unit;  ///< empty if it is not known
    std::vector<Curve> curves;
    std::vector<Limit> limits;
    /// What the comparison that decided compared at that time, if it is one of this strip.
    std::vector<double> decided;
};

/// What there is to see of a requirement in a trace.
struct RequirementStrips {
    const requirement::Requirement* requirement;
    const requirement::Outcome* outcome;
    std::vector<Strip> strips;
    std::vector<std::string> missing;  ///< columns that the trace does not have
};

/// Whether there is a moment that decided: not with an error, nor if nothing was compared.
bool has_moment(const requirement::Outcome& outcome);

struct TraceStrips {
    std::vector<RequirementStrips> requirements;
    double begin_s = 0, end_s = 0;
};

/// Evaluates both sides of every comparison for each row of a trace. What is not a number at some
/// time is left out there.
/// @param outcomes one for each requirement; both must live on
/// @throws plant::FileError, std::invalid_argument for a file that is no trace
TraceStrips read_strips(const std::filesystem::path& trace,
                        const std::vector<requirement::Requirement>& requirements,
                        const std::vector<requirement::Outcome>& outcomes);

}  // namespace gateway
