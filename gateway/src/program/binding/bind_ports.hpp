// SPDX-License-Identifier: MIT
#pragma once

#include "bindings.hpp"
#include "program_description.hpp"

#include <ddc/interface/signals.hpp>

#include <string>
#include <vector>

namespace gateway {

/// Binds every DATA port to what its rule says, or to the signal of its name.
/// @return what cannot be bound, a sentence each: a port of unknown name (unless optional), of
///         another type or direction than what it is to carry, of a signal with another number of
///         elements than the gateway's function for it, a rule without its port, two ports that
///         set the same, both kinds of drive. With `command_nothing` these are no problem, but for
///         a rule that does not fit its port
std::vector<std::string> bind(
    const ProgramDescription& description, ddc::Id reference_id, InputBindings& inputs,
    OutputBindings& outputs, const PortRules& rules = {},
    const std::vector<ddc::interface::Signal>& catalogue = ddc::interface::signals());

}  // namespace gateway
