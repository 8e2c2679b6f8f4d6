// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// The packets that the public simulator MontiSim and a program's server exchange over TCP: bytes
/// alone, no sockets. A packet is an id (one byte), the length of its payload (two) and the
/// payload. All numbers are big-endian; a text ends with a zero byte, which its length counts.
namespace gateway::montisim {

/// What a packet is, whatever its id.
enum class PacketKind {
    end,             ///< to the server: the session is over
    error,           ///< to the simulator: a text; the session is over
    init,            ///< to the server: the time mode, a text
    interface,       ///< to the simulator: the program's interface, a JSON text
    input,           ///< to the server: port (u16), value
    output,          ///< to the simulator: port (u16), value
    run_cycle,       ///< to the server: delta_sec (f64)
    time,            ///< to the simulator: execution time in s (f64), behind all outputs
    ref_id,          ///< to the server: the reference id (u32)
    ping,            ///< to the server, which sends it back
    request_config,  ///< to the simulator
    config,          ///< to the server: a JSON text
    emu_id,          ///< to the simulator: by what reconnect finds the session again
    reconnect,       ///< to the server
    suspend,         ///< to the server
    input_json,      ///< to the server: port (u16), value as a JSON text
    output_json,     ///< to the simulator: port (u16), value as a JSON text
};

/// Which number a kind has: releases differ from 10 on.
enum class PacketNumbering {
    newest,  ///< the simulator's present client and emulator server
    middle,  ///< the header of the later public programs: JSON is 13 and 14, no suspend
    oldest,  ///< the header of the first public programs: JSON is 14 and 15
};

/// By what name options and files call it; nothing for another name.
std::optional<PacketNumbering> numbering_named(std::string_view name);
const std::vector<std::string>& numbering_names();

/// Nothing for an id that the numbering does not have.
std::optional<PacketKind> kind_of(std::uint8_t id, PacketNumbering numbering);
/// Nothing for a kind that the numbering does not have.
std::optional<std::uint8_t> id_of(PacketKind kind, PacketNumbering numbering);
/// "RUN_CYCLE"
const char* name_of(PacketKind kind);

constexpr std::size_t packet_header_bytes = 3;
/// Of a payload that may be received.
constexpr std::size_t most_payload_bytes = 65'535;
/// Of a payload that may be sent: the simulator takes lengths and ports for signed numbers.
constexpr std::size_t most_sent_bytes = 32'767;

/// A packet that is not what it should be. what() says why.
class PacketError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A packet in bytes that belong to another.
struct PacketView {
    std::uint8_t id = 0;
    const std::byte* payload = nullptr;
    std::size_t size = 0;  ///< of the payload

    std::size_t bytes() const noexcept { return packet_header_bytes + size; }
};

/// The first packet of what was received; nothing as long as some of it is missing.
std::optional<PacketView> first_packet(const std::byte* data, std::size_t size) noexcept;

/// Reads a payload from its front. Never looks beyond its end.
class PayloadReader {
  public:
    PayloadReader(const std::byte* data, std::size_t size) : data_(data), left_(size) {}
    explicit PayloadReader(const PacketView& packet) : PayloadReader(packet.payload, packet.size) {}

    /// @name The next value. @throws PacketError if the payload ends before
    /// @{
    std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
    double f64();
    /// Up to a zero byte. Valid as long as the payload is.
    std::string_view text();
    /// @}
    /// All that is left, with or without a zero byte at its end. Valid as long as the payload is.
    std::string_view last_text() noexcept;

    std::size_t left() const noexcept { return left_; }

  private:
    std::uint64_t number(std::size_t bytes);

    const std::byte* data_;
    std::size_t left_;
};

/// Packets one behind the other, to be sent with one write. Keeps its memory when it is cleared.
class PacketBuffer {
  public:
    explicit PacketBuffer(PacketNumbering numbering) : numbering_(numbering) {}

    /// Begins a packet. @throws PacketError if the numbering has no such packet
    void begin(PacketKind kind);
    /// @name The next value of the packet that was begun
    /// @{
    void u8(std::uint8_t value) { number(value, 1); }
    void u16(std::uint16_t value) { number(value, 2); }
    void u32(std::uint32_t value) { number(value, 4); }
    void f64(double value);
    /// With a zero byte behind it.
    void text(std::string_view value);
    /// @}
    /// Ends it. @throws PacketError, with the packet taken out again, if its payload is longer than
    /// most_sent_bytes
    void end();

    PacketNumbering numbering() const noexcept { return numbering_; }
    const std::byte* data() const noexcept { return bytes_.data(); }
    std::size_t size() const noexcept { return bytes_.size(); }
    void clear() noexcept { bytes_.clear(); }

  private:
    void number(std::uint64_t value, std::size_t bytes);

    PacketNumbering numbering_;
    std::vector<std::byte> bytes_;
    std::size_t packet_ = 0;  ///< where the last one begins
};

}  // namespace gateway::montisim
