// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include <gateway/protocol/vds1/packets.hpp>
#include "http/json_text.hpp"

/// Parts of the answer to GET /api/state.
namespace gateway::data_port {

/// Every number of it is none.
vds1::State unknown_state();
/// What the version of a STATE does not carry is none.
vds1::State known_part(vds1::State state);
/// How the vehicle moves, and what works on it.
void write_motion(JsonText& json, const vds1::State& state);
/// Null for none.
void write_pedals(JsonText& json, const char* key, const PedalCommand* pedals);

}  // namespace gateway::data_port
