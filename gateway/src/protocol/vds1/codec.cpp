// SPDX-License-Identifier: MIT
#include <gateway/protocol/vds1/codec.hpp>

#include <endian.h>
#include <libdeflate.h>

#include <cassert>
#include <cstring>

namespace gateway::vds1 {

namespace {

constexpr std::size_t header_bytes = 24;
constexpr std::size_t crc_bytes = 4;
constexpr std::uint16_t type_cmd = 1;
constexpr std::uint16_t type_state = 2;

static_assert(sizeof(double) == 8 && std::numeric_limits<double>::is_iec559);
static_assert(max_state_bytes <= 512);

// Conversion between the host's byte order and that of the wire, in both directions.
std::uint16_t little_endian(std::uint16_t value) {
    return htole16(value);
}
std::uint32_t little_endian(std::uint32_t value) {
    return htole32(value);
}
std::uint64_t little_endian(std::uint64_t value) {
    return htole64(value);
}

template <class Unsigned>
void store(std::byte* at, Unsigned value) {
    const Unsigned wire = little_endian(value);
    std::memcpy(at, &wire, sizeof(wire));
}

template <class Unsigned>
Unsigned load(const std::byte* at) {
    Unsigned wire = 0;
    std::memcpy(&wire, at, sizeof(wire));
    return little_endian(wire);
}

void store(std::byte* at, double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    store(at, bits);
}

double load_double(const std::byte* at) {
    const auto bits = load<std::uint64_t>(at);
    double value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

struct Writer {
    std::byte* out;

    void operator()(std::size_t at, const char*, double value) { store(out + at, value); }
    void operator()(std::size_t at, const char*, const State::PerWheel& values) {
        for (std::size_t i = 0; i < values.size(); ++i) store(out + at + 8 * i, values[i]);
    }
    void operator()(std::size_t at, const char*, std::int32_t value) {
        store(out + at, static_cast<std::uint32_t>(value));
    }
    void operator()(std::size_t at, const char*, bool value) {
        store(out + at, std::uint32_t{value});  // includes three pad bytes
    }
};

struct Reader {
    const std::byte* in;

    void operator()(std::size_t at, const char*, double& value) { value = load_double(in + at); }
    void operator()(std::size_t at, const char*, State::PerWheel& values) {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = load_double(in + at + 8 * i);
    }
    void operator()(std::size_t at, const char*, std::int32_t& value) {
        value = static_cast<std::int32_t>(load<std::uint32_t>(in + at));
    }
    void operator()(std::size_t at, const char*, bool& value) { value = in[at] != std::byte{0}; }
};

bool is_known(std::uint16_t version) {
    return version >= oldest_version && version <= newest_version;
}

std::uint32_t crc_of(const std::byte* data, std::size_t size) {
    return ::libdeflate_crc32(0, data, size);
}

void write_header(const Header& header, std::uint16_t type, std::byte* out) {
    assert(is_known(header.version));
    store(out, magic);
    store(out + 4, header.version);
    store(out + 6, type);
    store(out + 8, header.sequence);
    store(out + 12, header.version >= vehicle_id_since ? header.vehicle_id : 0U);
    store(out + 16, header.timestamp_s);
}

std::uint32_t written_crc(const std::byte* data, std::size_t size) {
    return load<std::uint32_t>(data + size - crc_bytes);
}

Header read_header(const std::byte* data, std::size_t size) {
    Header header;
    header.version = load<std::uint16_t>(data + 4);
    header.sequence = load<std::uint32_t>(data + 8);
    if (header.version >= vehicle_id_since) header.vehicle_id = load<std::uint32_t>(data + 12);
    header.timestamp_s = load_double(data + 16);
    header.crc = written_crc(data, size);
    return header;
}

void write_crc(std::byte* out, std::size_t size) {
    store(out + size - crc_bytes, crc_of(out, size - crc_bytes));
}

DecodeStatus check(const std::byte* data, std::size_t size, std::uint16_t type) {
    if (size < header_bytes) return DecodeStatus::bad_length;
    if (load<std::uint32_t>(data) != magic) return DecodeStatus::bad_magic;
    const auto version = load<std::uint16_t>(data + 4);
    if (!is_known(version)) return DecodeStatus::bad_version;
    if (load<std::uint16_t>(data + 6) != type) return DecodeStatus::bad_type;
    const std::size_t length = type == type_cmd ? cmd_bytes : state_bytes(version);
    if (size != length) return DecodeStatus::bad_length;
    const bool is_whole = written_crc(data, size) == crc_of(data, size - crc_bytes);
    return is_whole ? DecodeStatus::ok : DecodeStatus::bad_crc;
}

}  // namespace

std::size_t state_bytes(std::uint16_t version) noexcept {
    return is_known(version) ? state_lengths[version - 1U] : 0;
}

const char* name_of(DecodeStatus status) noexcept {
    switch (status) {
        case DecodeStatus::ok:
            return "ok";
        case DecodeStatus::bad_length:
            return "bad_length";
        case DecodeStatus::bad_magic:
            return "bad_magic";
        case DecodeStatus::bad_version:
            return "bad_version";
        case DecodeStatus::bad_type:
            return "bad_type";
        case DecodeStatus::bad_crc:
            return "bad_crc";
    }
    return "unknown";
}

DecodeStatus decode(const std::byte* data, std::size_t size, Cmd& cmd) noexcept {
    const DecodeStatus status = check(data, size, type_cmd);
    if (status != DecodeStatus::ok) return status;
    cmd.header = read_header(data, size);
    Reader reader{data};
    visit_payload(cmd, reader);
    return DecodeStatus::ok;
}

DecodeStatus decode(const std::byte* data, std::size_t size, State& state) noexcept {
    const DecodeStatus status = check(data, size, type_state);
    if (status != DecodeStatus::ok) return status;
    const Header header = read_header(data, size);
    if (header.version < newest_version) state = State{};
    state.header = header;
    Reader reader{data};
    visit_payload(state, header.version, reader);
    return DecodeStatus::ok;
}

std::size_t encode(const Cmd& cmd, CmdBuffer& buffer) noexcept {
    write_header(cmd.header, type_cmd, buffer.data());
    Writer writer{buffer.data()};
    visit_payload(cmd, writer);
    write_crc(buffer.data(), cmd_bytes);
    return cmd_bytes;
}

std::size_t encode(const State& state, StateBuffer& buffer) noexcept {
    const std::size_t size = state_bytes(state.header.version);
    write_header(state.header, type_state, buffer.data());
    Writer writer{buffer.data()};
    visit_payload(state, state.header.version, writer);
    write_crc(buffer.data(), size);
    return size;
}

}  // namespace gateway::vds1
