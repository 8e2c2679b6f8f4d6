// SPDX-License-Identifier: MIT
#pragma once

#include "program_description.hpp"
#include "signal_functions.hpp"

#include <ddc/group.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace gateway {

/// One port bound to one signal: `count` consecutive items of a group.
template <class Function>
struct BoundPort {
    std::string name;
    Function function = nullptr;
    std::size_t first = 0;
    std::size_t count = 0;
    double min = 0;
    double max = 0;
};

/// All inputs or all outputs of a program as one flat group of table entries, built once. From
/// then on a cycle is a copy through it.
template <class Function>
struct Bindings {
    ddc::Group group;
    std::vector<std::string> names;  ///< of each item of the group
    std::vector<BoundPort<Function>> ports;
};

using InputBindings = Bindings<InputFunction>;
using OutputBindings = Bindings<OutputFunction>;

/// Binds every DATA port to the signal of its name.
/// @return what cannot be bound, a sentence each: a port of unknown name (unless optional), of
///         another type or direction than its signal, two ports that set the same, both kinds of
///         drive
std::vector<std::string> bind(const ProgramDescription& description, ddc::Id reference_id,
                              InputBindings& inputs, OutputBindings& outputs);

/// Whom outputs speak to.
enum class DriveKind {
    any,        ///< nobody in particular
    driver,     ///< whoever has pedals and a tyre angle
    actuators,  ///< those of an actuation vehicle
};

/// Of one output signal.
DriveKind drive_kind(std::string_view output);
/// Of all outputs of a program.
DriveKind drive_kind(const OutputBindings& outputs);

/// The value of one item as a number; bool as 0 or 1.
double number_at(const ddc::Group& group, std::size_t item) noexcept;
/// Stores a number in an item of whatever numeric type; a double is rounded to an int32.
void store_number(ddc::Group& group, std::size_t item, double value) noexcept;

}  // namespace gateway
