// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/protocol/vds1/packets.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace gateway::vds1 {

/// The length of a STATE of that version in bytes, 0 for an unknown version.
std::size_t state_bytes(std::uint16_t version) noexcept;

/// Buffer for an encoded CMD.
using CmdBuffer = std::array<std::byte, cmd_bytes>;
/// Buffer for an encoded STATE of any version.
using StateBuffer = std::array<std::byte, max_state_bytes>;

/// The result of decoding. If several errors apply, the first one of bad_length (shorter than a
/// header), bad_magic, bad_version, bad_type, bad_length and bad_crc is returned.
enum class DecodeStatus {
    ok,           ///< a valid packet
    bad_length,   ///< shorter than a header, or not of the length of its type and version
    bad_magic,    ///< it does not begin with the magic number
    bad_version,  ///< an unknown version
    bad_type,     ///< not of the expected type
    bad_crc,      ///< the CRC does not match
};

/// The status in messages and statistics, a literal: "ok", "bad_length" and so on.
const char* name_of(DecodeStatus status) noexcept;

/// @name Decoding
/// Decodes the datagram of `size` bytes at `data`. Pad bytes, and before version 4 the bytes of
/// vehicle_id, are ignored. Values are not checked: they may be NaN or infinite. Unless the result
/// is `ok`, the packet is unchanged.
/// @{

/// Decodes a CMD.
[[nodiscard]] DecodeStatus decode(const std::byte* data, std::size_t size, Cmd& cmd) noexcept;
/// Decodes a STATE.
[[nodiscard]] DecodeStatus decode(const std::byte* data, std::size_t size, State& state) noexcept;
/// @}

/// @name Encoding
/// Writes a packet of header.version with its CRC; pad bytes are 0. Precondition: the version is
/// known.
/// @return the length of the packet in bytes
/// @{

/// Encodes a CMD.
std::size_t encode(const Cmd& cmd, CmdBuffer& buffer) noexcept;
/// Encodes a STATE.
std::size_t encode(const State& state, StateBuffer& buffer) noexcept;
/// @}

/// @name JSON
/// The packet as one line of JSON without a line end, as of schemas/vds1_packet.schema.json: the
/// fields of its version with their names on the wire. A value that is not finite is null.
/// @{

/// Formats a CMD.
std::string to_json_line(const Cmd& cmd);
/// Formats a STATE.
std::string to_json_line(const State& state);
/// @}

}  // namespace gateway::vds1
