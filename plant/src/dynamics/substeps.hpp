// SPDX-License-Identifier: MIT
#pragma once

#include <plant/vehicle_dynamics.hpp>

namespace plant {

struct Substeps {
    std::int64_t count = 0;
    double length_s = 0.0;
};

/// Equal steps of at most max_step; zero steps for a duration that is not positive.
inline Substeps divide(SimDuration duration, SimDuration max_step) {
    if (duration.count() <= 0) return {};
    const std::int64_t count = (duration.count() - 1) / max_step.count() + 1;
    return {count, 1e-9 * static_cast<double>(duration.count()) / static_cast<double>(count)};
}

/// Calls f(part) for consecutive parts of a duration, each at most `longest`, while it returns
/// StepStatus::ok. @return the last result
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

/// @throws std::invalid_argument when a value is out of range.
void validate(const SolverParams& solver);

}  // namespace plant
