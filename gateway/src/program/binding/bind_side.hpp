// SPDX-License-Identifier: MIT
#pragma once

#include "bindings.hpp"
#include "message_port.hpp"

#include <ddc/interface/types.hpp>

#include <string>

namespace gateway {

/// One side of a port, and the first entry of its data.
struct PortSide {
    const ddc::interface::Port& port;
    ddc::Id first_id;

    /// The name of its items. A port of direction IO has two items for each entry.
    std::string name(const char* side) const;
};

/// Adds the side to a group, with a use that fits its direction.
/// @return why the port cannot have this use; empty if it can
Reasons bind_input(const PortSide& side, const PortUse& use, InputBindings& inputs);
Reasons bind_output(const PortSide& side, const PortUse& use, OutputBindings& outputs);

/// Whether a use is for an input or for an output; `ignore` is for both.
bool is_of_input(const PortUse& use);
bool is_of_output(const PortUse& use);

}  // namespace gateway
