// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// The packets that the public simulator MontiSim and the server of a program exchange over TCP:
/// only the bytes, no sockets. A packet consists of an id (one byte), the length of its payload
/// (two bytes) and the payload. All numbers are big-endian. A text ends with a zero byte, which its
/// length includes.
namespace gateway::montisim {

/// The kinds of packets, independent of their ids.
enum class PacketKind {
    end,             ///< to the server: the session ends
    error,           ///< to the simulator: a text; the session ends
    init,            ///< to the server: the time mode, a text
    interface,       ///< to the simulator: the program's interface, a JSON text
    input,           ///< to the server: port (u16), value
    output,          ///< to the simulator: port (u16), value
    run_cycle,       ///< to the server: delta_sec (f64)
    time,            ///< to the simulator: execution time in s (f64), after all outputs
    ref_id,          ///< to the server: the reference id (u32)
    ping,            ///< to the server, which returns it
    request_config,  ///< to the simulator
    config,          ///< to the server: a JSON text
    emu_id,          ///< to the simulator: the id of the session for `reconnect`
    reconnect,       ///< to the server
    suspend,         ///< to the server
    input_json,      ///< to the server: port (u16), value as a JSON text
    output_json,     ///< to the simulator: port (u16), value as a JSON text
};

/// The ids of the kinds, which differ between releases from 10 on.
enum class PacketNumbering {
    newest,  ///< the simulator's current client and emulator server
    middle,  ///< the header of the later public programs: JSON is 13 and 14, no suspend
    oldest,  ///< the header of the first public programs: JSON is 14 and 15
};

/// The numbering with a name of options and files; nothing for another name.
std::optional<PacketNumbering> numbering_named(std::string_view name);
const std::vector<std::string>& numbering_names();

/// The kind of an id; nothing if the numbering does not have it.
std::optional<PacketKind> kind_of(std::uint8_t id, PacketNumbering numbering);
/// The id of a kind; nothing if the numbering does not have it.
std::optional<std::uint8_t> id_of(PacketKind kind, PacketNumbering numbering);
/// The name in messages, such as "RUN_CYCLE".
const char* name_of(PacketKind kind);

constexpr std::size_t packet_header_bytes = 3;
/// Limit for a received payload.
constexpr std::size_t most_payload_bytes = 65'535;
/// Limit for a sent payload, since the simulator reads lengths and ports as signed numbers.
constexpr std::size_t most_sent_bytes = 32'767;

/// An invalid packet; what() has the reason.
class PacketError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A packet in a buffer of the caller.
struct PacketView {
    std::uint8_t id = 0;
    const std::byte* payload = nullptr;
    std::size_t size = 0;  ///< of the payload

    std::size_t bytes() const noexcept { return packet_header_bytes + size; }
};

/// The first packet of received bytes; nothing if it is incomplete.
std::optional<PacketView> first_packet(const std::byte* data, std::size_t size) noexcept;

/// Reads a payload from its beginning. It does not read past the end.
class PayloadReader {
  public:
    PayloadReader(const std::byte* data, std::size_t size) : data_(data), left_(size) {}
    explicit PayloadReader(const PacketView& packet) : PayloadReader(packet.payload, packet.size) {}

    /// @name The next value. @throws PacketError if the payload is too short
    /// @{
    std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
    double f64();
    /// Up to a zero byte. Valid as long as the payload.
    std::string_view text();
    /// @}
    /// The rest, with or without a zero byte at its end. Valid as long as the payload.
    std::string_view last_text() noexcept;

    std::size_t left() const noexcept { return left_; }

  private:
    std::uint64_t number(std::size_t bytes);

    const std::byte* data_;
    std::size_t left_;
};

/// A sequence of packets to be sent by one write. clear() keeps its memory.
class PacketBuffer {
  public:
    explicit PacketBuffer(PacketNumbering numbering) : numbering_(numbering) {}

    /// Starts a packet. @throws PacketError if the numbering has no such packet
    void begin(PacketKind kind);
    /// @name Appending a value to the packet
    /// @{
    void u8(std::uint8_t value) { number(value, 1); }
    void u16(std::uint16_t value) { number(value, 2); }
    void u32(std::uint32_t value) { number(value, 4); }
    void f64(double value);
    /// Appends a zero byte too.
    void text(std::string_view value);
    /// @}
    /// Completes the packet. @throws PacketError if its payload is longer than most_sent_bytes; the
    /// packet is removed then
    void end();

    PacketNumbering numbering() const noexcept { return numbering_; }
    const std::byte* data() const noexcept { return bytes_.data(); }
    std::size_t size() const noexcept { return bytes_.size(); }
    void clear() noexcept { bytes_.clear(); }

  private:
    void number(std::uint64_t value, std::size_t bytes);

    PacketNumbering numbering_;
    std::vector<std::byte> bytes_;
    std::size_t packet_ = 0;  ///< start of the last packet
};

}  // namespace gateway::montisim
