// SPDX-License-Identifier: MIT
#pragma once

#include "message_port.hpp"
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
    /// Of a message the elements of the program's struct; else none.
    std::vector<MessageElement> elements{};

    /// What the signal gets of a value that is finite.
    double limited(double value) const noexcept { return std::clamp(value, min, max); }
};

}  // namespace gateway
