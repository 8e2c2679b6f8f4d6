// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/types.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace ddc::interface {

/// A quantity that the gateway identifies by the name of its port.
struct Signal {
    std::string_view name;
    /// As seen from the program: feedback is an input, commands are outputs.
    Direction direction;
    DataType data_type;
    /// `km/h`, `m`, `deg`, or `1` for a number without a unit.
    std::string_view unit;
    /// Range of every element; infinite where there is no limit.
    double min;
    double max;
    std::string_view meaning;
};

/// The catalogue begins with the ports of the basic interface, in their order.
constexpr std::size_t basic_signals = 12;

/// The catalogue of all signals.
const std::vector<Signal>& signals();

/// The signal of that name, or null.
const Signal* find_signal(std::string_view name);

}  // namespace ddc::interface
