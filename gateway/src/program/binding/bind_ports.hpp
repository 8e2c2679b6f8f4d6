// SPDX-License-Identifier: MIT
#pragma once

#include "bindings.hpp"
#include "program_description.hpp"

#include <ddc/interface/signals.hpp>

#include <string>
#include <vector>

namespace gateway {

/// Binds every DATA port to the use that its rule gives, or to the signal of its name.
/// @return problems, a sentence each: a port with an unknown name that is not optional, a port
/// whose type or direction does not fit its use, a signal with another number of elements than the
/// gateway's function for it, a rule without a port, two ports that set the same part of a command,
/// outputs of different command levels. With `command_nothing` only a rule that does not fit its
/// port is a problem
std::vector<std::string> bind(
    const ProgramDescription& description, ddc::Id reference_id, InputBindings& inputs,
    OutputBindings& outputs, const PortRules& rules = {},
    const std::vector<ddc::interface::Signal>& catalogue = ddc::interface::signals());

}  // namespace gateway
