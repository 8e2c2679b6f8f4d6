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

/// Calls f(part) with parts of a duration one after the other, each no longer than `longest`, for
/// as long as it returns StepStatus::ok. @return what the last one returned.
template <class F>
StepStatus for_each_part(SimDuration duration, SimDuration longest, const F& f) {
    const std::int64_t count = (duration.count() - 1) / longest.count() + 1;
    const std::int64_t whole = duration.count() / count;
    const std::int64_t longer = duration.count() % count;
    StepStatus status = StepStatus::ok;
    for (std::int64_t i = 0; i < count && status == StepStatus::ok; ++i)
        status = f(SimDuration{whole + (i < longer ? 1 : 0)});
    return status;
}

/// @throws std::invalid_argument.
void validate(const SolverParams& solver);

}  // namespace plant
