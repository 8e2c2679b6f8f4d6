// SPDX-License-Identifier: MIT
#pragma once

#include "port_rules.hpp"
#include "signal_functions.hpp"

#include <algorithm>

namespace gateway {

/// Where the elements of an output port go: into a signal of the catalogue. What is only recorded
/// needs none.
struct OutputSink {
    const OutputSignal* signal;
    Conversion conversion;
    double min;  ///< of the signal
    double max;

    /// What the signal gets of a value that is finite.
    double limited(double value) const noexcept { return std::clamp(value, min, max); }
};

}  // namespace gateway
