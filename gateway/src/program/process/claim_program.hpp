// SPDX-License-Identifier: MIT
#pragma once

#include "binding/program_description.hpp"
#include "program_peer.hpp"

#include <ddc/claim.hpp>

#include <string>

namespace gateway {

/// Claims a program's header, so that no other run uses it.
/// @param label shown to other processes
/// @return an empty claim if the header does not fit into the table, which the handshake reports
/// @throws ddc::TableError with the name of the process that has claimed some of it
ddc::Claim claim_header(ddc::Table& table, ddc::Id reference_id, const std::string& label);

/// Extends the peer's claim, if it has one, to the entries after the header.
/// @return why this is not possible, or nothing
std::string claim_entries(const ProgramPeer& peer, const ProgramDescription& description);

}  // namespace gateway
