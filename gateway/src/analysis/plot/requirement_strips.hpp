// SPDX-License-Identifier: MIT
#pragma once

#include "fault_bands.hpp"
#include "thinned_curve.hpp"

#include "requirement/requirement.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// One side of a comparison over time.
struct Curve {
    std::string text;  ///< as in the formula
    ThinnedCurve points;
    bool has_decided = false;  ///< its comparison determined the result
};

/// A constant side of a comparison.
struct Limit {
    std::string text;
    double value;
};

/// Curves and limits with the same unit, drawn in one plot.
struct Strip {
    std::string unit;  ///< empty if unknown
    std::vector<Curve> curves;
    std::vector<Limit> limits;
    /// The values of the decisive comparison at the decisive time, if it is in this strip.
    std::vector<double> decided;
};

/// The curves of a requirement in a trace.
struct RequirementStrips {
    const requirement::Requirement* requirement;
    const requirement::Outcome* outcome;
    std::vector<Strip> strips;
    std::vector<std::string> missing;  ///< columns that the trace does not have
};

/// Whether there is a decisive time. There is none for an error, or if nothing was compared.
bool has_moment(const requirement::Outcome& outcome);

struct TraceStrips {
    std::vector<RequirementStrips> requirements;
    double begin_s = 0, end_s = 0;
    std::vector<FaultBand> bands{};
};

/// Evaluates both sides of every comparison for each row of a trace. Values that are not numbers
/// are left out.
/// @param requirements, outcomes one outcome for each requirement; both outlive the result
/// @throws plant::FileError, std::invalid_argument for a file that is not a trace
TraceStrips read_strips(const std::filesystem::path& trace,
                        const std::vector<requirement::Requirement>& requirements,
                        const std::vector<requirement::Outcome>& outcomes);

}  // namespace gateway
