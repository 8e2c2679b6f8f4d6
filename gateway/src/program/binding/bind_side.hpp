// SPDX-License-Identifier: MIT
#pragma once

#include "bindings.hpp"
#include "message_port.hpp"

#include <ddc/interface/types.hpp>

#include <string>

namespace gateway {

/// One side of a port, and where its data lies.
struct PortSide {
    const ddc::interface::Port& port;
    ddc::Id first_id;

    /// Of its items: a port of direction IO has two with the same entries.
    std::string name(const char* side) const;
};

/// Adds the side to a group, for a use that fits it.
/// @return why it cannot be used so
Reasons bind_input(const PortSide& side, const PortUse& use, InputBindings& inputs);
Reasons bind_output(const PortSide& side, const PortUse& use, OutputBindings& outputs);

/// Whether a use is one of an input or of an output; `ignore` is both.
bool is_of_input(const PortUse& use);
bool is_of_output(const PortUse& use);

}  // namespace gateway
