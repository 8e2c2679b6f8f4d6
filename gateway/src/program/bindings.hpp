// SPDX-License-Identifier: MIT
#pragma once

#include "program_description.hpp"
#include "signal_functions.hpp"

#include <ddc/group.hpp>
#include <ddc/interface/signals.hpp>

#include <string>
#include <vector>

namespace gateway {

/// One port bound to one signal: `count` consecutive items of a group.
template <class Row>
struct BoundPort {
    std::string name;
    const Row* signal = nullptr;
    std::size_t first = 0;
    std::size_t count = 0;
    double min = 0;
    double max = 0;
};

/// All inputs or all outputs of a program as one flat group of table entries, built once. From
/// then on a cycle is a copy through it.
template <class Row>
struct Bindings {
    ddc::Group group;
    std::vector<std::string> names;  ///< of each item of the group
    std::vector<BoundPort<Row>> ports;
    std::vector<double> values;  ///< room for the elements of the longest port
};

using InputBindings = Bindings<InputSignal>;
using OutputBindings = Bindings<OutputSignal>;

/// Binds every DATA port to the signal of its name.
/// @return what cannot be bound, a sentence each: a port of unknown name (unless optional), of
///         another type or direction than its signal, of a signal with another number of elements
///         than the gateway's function for it, two ports that set the same, both kinds of drive
std::vector<std::string> bind(
    const ProgramDescription& description, ddc::Id reference_id, InputBindings& inputs,
    OutputBindings& outputs,
    const std::vector<ddc::interface::Signal>& catalogue = ddc::interface::signals());

/// Which vehicles take the outputs of a program.
DriveKind drive_kind(const OutputBindings& outputs);

/// Computes every input into its items.
void set_inputs(const Moment& moment, InputBindings& inputs);

/// The value of one item as a number; bool as 0 or 1.
double number_at(const ddc::Group& group, std::size_t item) noexcept;
/// Stores a number in an item of whatever numeric type; a double is rounded to an int32.
void store_number(ddc::Group& group, std::size_t item, double value) noexcept;

}  // namespace gateway
