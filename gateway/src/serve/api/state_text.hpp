// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include <gateway/protocol/vds1/packets.hpp>
#include "http/json_text.hpp"

/// Parts of the reply to GET /api/state.
namespace gateway::data_port {

/// A state in which every number is NaN.
vds1::State unknown_state();
/// Sets the fields to NaN that the version of a STATE does not have.
vds1::State known_part(vds1::State state);
/// Writes the vehicle's motion and the forces on it.
void write_motion(JsonText& json, const vds1::State& state);
/// Writes the pedals, or null for a null pointer.
void write_pedals(JsonText& json, const char* key, const PedalCommand* pedals);

}  // namespace gateway::data_port
