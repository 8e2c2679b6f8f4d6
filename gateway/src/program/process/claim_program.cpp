// SPDX-License-Identifier: MIT
#include "claim_program.hpp"

namespace gateway {

ddc::Claim claim_header(ddc::Table& table, ddc::Id reference_id, const std::string& label) {
    const ddc::Id size = ddc::interface::header::size;
    if (reference_id > table.capacity() - size) return {};
    return table.claim(reference_id, reference_id + size - 1, label);
}

std::string claim_entries(const ProgramPeer& peer, const ProgramDescription& description) {
    if (peer.claim == nullptr) return {};
    try {
        const auto size = static_cast<ddc::Id>(end_offset(description.ports, description.layout));
        peer.claim->extend(peer.id(size) - 1);
        return {};
    } catch (const ddc::TableError& error) {
        return error.what();
    }
}

}  // namespace gateway
