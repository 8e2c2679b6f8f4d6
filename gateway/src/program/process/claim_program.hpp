// SPDX-License-Identifier: MIT
#pragma once

#include "binding/program_description.hpp"
#include "program_peer.hpp"

#include <ddc/claim.hpp>

#include <string>

namespace gateway {

/// Claims a program's header, so that no other run touches it and this one touches no other's.
/// @param label what others are told
/// @return of nothing if it does not fit into the table, which the handshake tells
/// @throws ddc::TableError naming the process that holds some of it
ddc::Claim claim_header(ddc::Table& table, ddc::Id reference_id, const std::string& label);

/// Makes the peer's claim, if it has one, cover what lies behind the header as well.
/// @return why that cannot be, or nothing
std::string claim_entries(const ProgramPeer& peer, const ProgramDescription& description);

}  // namespace gateway
