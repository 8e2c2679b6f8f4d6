// SPDX-License-Identifier: MIT
#include "packet.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <limits>
#include <string>

namespace gateway::montisim {
namespace {

static_assert(sizeof(double) == 8 && std::numeric_limits<double>::is_iec559);

constexpr int none = -1;

/// A kind with its id in each numbering, in the order of PacketNumbering.
struct KindRow {
    PacketKind kind;
    const char* name;
    std::array<int, 3> ids;
};

// In the order of PacketKind.
constexpr KindRow kind_rows[] = {
    {PacketKind::end, "END", {0, 0, 0}},
    {PacketKind::error, "ERROR", {1, 1, 1}},
    {PacketKind::init, "INIT", {2, 2, 2}},
    {PacketKind::interface, "INTERFACE", {3, 3, 3}},
    {PacketKind::input, "INPUT", {4, 4, 4}},
    {PacketKind::output, "OUTPUT", {5, 5, 5}},
    {PacketKind::run_cycle, "RUN_CYCLE", {6, 6, 6}},
    {PacketKind::time, "TIME", {7, 7, 7}},
    {PacketKind::ref_id, "REF_ID", {8, 8, 8}},
    {PacketKind::ping, "PING", {9, 9, 9}},
    {PacketKind::request_config, "REQUEST_CONFIG", {10, none, none}},
    {PacketKind::config, "CONFIG", {11, 11, 11}},
    {PacketKind::emu_id, "EMU_ID", {16, 10, 10}},
    {PacketKind::reconnect, "RECONNECT", {17, 12, 12}},
    {PacketKind::suspend, "SUSPEND", {15, none, none}},
    {PacketKind::input_json, "INPUT_JSON", {13, 13, 14}},
    {PacketKind::output_json, "OUTPUT_JSON", {14, 14, 15}},
};

const KindRow& row_of(PacketKind kind) {
    return kind_rows[static_cast<std::size_t>(kind)];
}

std::uint64_t loaded(const std::byte* at, std::size_t bytes) noexcept {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        value = value << 8U | std::to_integer<std::uint64_t>(at[i]);
    return value;
}

void store(std::uint64_t value, std::size_t bytes, std::byte* at) noexcept {
    for (std::size_t i = 0; i < bytes; ++i)
        at[i] = static_cast<std::byte>(value >> 8U * (bytes - 1 - i));
}

}  // namespace

const std::vector<std::string>& numbering_names() {
    static const std::vector<std::string> names{"newest", "middle", "oldest"};
    return names;
}

std::optional<PacketNumbering> numbering_named(std::string_view name) {
    const std::vector<std::string>& names = numbering_names();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<PacketNumbering>(found - names.begin());
}

std::optional<PacketKind> kind_of(std::uint8_t id, PacketNumbering numbering) {
    const auto column = static_cast<std::size_t>(numbering);
    const auto found = std::find_if(std::begin(kind_rows), std::end(kind_rows),
                                    [&](const KindRow& row) { return row.ids[column] == int{id}; });
    if (found == std::end(kind_rows)) return std::nullopt;
    return found->kind;
}

std::optional<std::uint8_t> id_of(PacketKind kind, PacketNumbering numbering) {
    const int id = row_of(kind).ids[static_cast<std::size_t>(numbering)];
    if (id == none) return std::nullopt;
    return static_cast<std::uint8_t>(id);
}

const char* name_of(PacketKind kind) {
    return row_of(kind).name;
}

std::optional<PacketView> first_packet(const std::byte* data, std::size_t size) noexcept {
    if (size < packet_header_bytes) return std::nullopt;
    const PacketView packet{std::to_integer<std::uint8_t>(data[0]), data + packet_header_bytes,
                            static_cast<std::size_t>(loaded(data + 1, 2))};
    if (packet.bytes() > size) return std::nullopt;
    return packet;
}

std::uint64_t PayloadReader::number(std::size_t bytes) {
    if (bytes > left_)
        throw PacketError("the packet is too short: " + std::to_string(bytes) +
                          " more bytes were expected, " + std::to_string(left_) + " are left");
    const std::uint64_t value = loaded(data_, bytes);
    data_ += bytes;
    left_ -= bytes;
    return value;
}

double PayloadReader::f64() {
    const std::uint64_t bits = number(8);
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

std::string_view PayloadReader::text() {
    const std::byte* const end = std::find(data_, data_ + left_, std::byte{0});
    if (end == data_ + left_) throw PacketError("a text is not terminated by a zero byte");
    const auto size = static_cast<std::size_t>(end - data_);
    const std::string_view text(reinterpret_cast<const char*>(data_), size);
    data_ = end + 1;
    left_ -= size + 1;
    return text;
}

std::string_view PayloadReader::last_text() noexcept {
    const std::string_view rest(reinterpret_cast<const char*>(data_), left_);
    data_ += left_;
    left_ = 0;
    return rest.substr(0, rest.find('\0'));
}

void PacketBuffer::begin(PacketKind kind) {
    const std::optional<std::uint8_t> id = id_of(kind, numbering_);
    if (!id)
        throw PacketError("the numbering '" +
                          numbering_names()[static_cast<std::size_t>(numbering_)] +
                          "' has no packet " + name_of(kind));
    packet_ = bytes_.size();
    u8(*id);
    u16(0);  // the length, which end() sets
}

void PacketBuffer::number(std::uint64_t value, std::size_t bytes) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + bytes);
    store(value, bytes, bytes_.data() + at);
}

void PacketBuffer::f64(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    number(bits, 8);
}

void PacketBuffer::text(std::string_view value) {
    const auto* const first = reinterpret_cast<const std::byte*>(value.data());
    bytes_.insert(bytes_.end(), first, first + value.size());
    u8(0);
}

void PacketBuffer::end() {
    const std::size_t size = bytes_.size() - packet_ - packet_header_bytes;
    if (size > most_sent_bytes) {
        bytes_.resize(packet_);
        throw PacketError("the payload of a packet may have " + std::to_string(most_sent_bytes) +
                          " bytes, has " + std::to_string(size));
    }
    store(size, 2, bytes_.data() + packet_ + 1);
}

}  // namespace gateway::montisim
