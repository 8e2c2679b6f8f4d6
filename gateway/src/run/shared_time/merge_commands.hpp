// SPDX-License-Identifier: MIT
#pragma once

#include "binding/signal_functions.hpp"

#include <string>
#include <vector>

namespace gateway {

/// Copies the parts that a program sets, bits of `part`, from one command to another.
void merge(const Command& from, unsigned parts, Command& to) noexcept;

/// An output of a program, and the signal that it sets.
struct DrivenPort {
    std::string name;
    const OutputSignal* signal;
};

/// The outputs of one of several programs that drive a vehicle.
struct DriverOutputs {
    std::string program;
    std::vector<DrivenPort> ports;
};

/// The bits of `part` that these outputs set.
unsigned parts_of(const DriverOutputs& outputs);

/// Why two programs cannot drive one vehicle, or nothing: both set the same part, or one sets
/// pedals and the other actuators.
std::string conflict(const DriverOutputs& a, const DriverOutputs& b);

}  // namespace gateway
