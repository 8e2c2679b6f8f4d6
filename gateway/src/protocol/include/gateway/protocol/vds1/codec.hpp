// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/protocol/vds1/packets.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace gateway::vds1 {

/// The length of a STATE of that version, 0 for an unknown one.
std::size_t state_bytes(std::uint16_t version) noexcept;

using CmdBuffer = std::array<std::byte, cmd_bytes>;
using StateBuffer = std::array<std::byte, max_state_bytes>;

/// Why a datagram is dropped; the checks are made in this order after that for a header's length.
enum class DecodeStatus {
    ok,
    bad_length,  ///< shorter than a header, or not the exact length of its type and version
    bad_magic,
    bad_version,
    bad_type,
    bad_crc,
};

/// For messages and statistics: "ok", "bad_length", ...
const char* name_of(DecodeStatus status) noexcept;

/// Reads a datagram. Pad bytes, and before version 4 the vehicle's word, may hold anything.
/// Values are not judged: NaN and infinity pass. Unless ok, the packet is left as it was.
[[nodiscard]] DecodeStatus decode(const std::byte* data, std::size_t size, Cmd& cmd) noexcept;
[[nodiscard]] DecodeStatus decode(const std::byte* data, std::size_t size, State& state) noexcept;

/// Writes the packet of header.version with its CRC; pad bytes are 0.
/// Precondition: a known version. @return its length
std::size_t encode(const Cmd& cmd, CmdBuffer& buffer) noexcept;
std::size_t encode(const State& state, StateBuffer& buffer) noexcept;

/// The packet as one line of JSON without its end, after schemas/vds1_packet.schema.json: the
/// fields of its version under their names on the wire; null for what is not finite.
std::string to_json_line(const Cmd& cmd);
std::string to_json_line(const State& state);

}  // namespace gateway::vds1
