// SPDX-License-Identifier: MIT
#pragma once

#include <plant/vehicle_dynamics.hpp>

namespace plant {

struct Substeps {
    std::int64_t count = 0;
    double length_s = 0.0;
};

/// Equal steps no longer than max_step; none for a duration that is not positive.
inline Substeps divide(SimDuration duration, SimDuration max_step) {
    if (duration.count() <= 0) return {};
    const std::int64_t count = (duration.count() - 1) / max_step.count() + 1;
    return {count, 1e-9 * static_cast<double>(duration.count()) / static_cast<double>(count)};
}

/// @throws std::invalid_argument.
void validate(const SolverParams& solver);

}  // namespace plant
