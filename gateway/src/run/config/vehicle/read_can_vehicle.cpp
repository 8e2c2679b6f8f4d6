// SPDX-License-Identifier: MIT
#include "read_remote_vehicle.hpp"

#include "number/limits.hpp"

#include <net/if.h>

#include <charconv>

namespace gateway {
namespace {

using plant::YamlReader;

constexpr plant::Range factor{-1e9, 1e9};

/// A whole number, hexadecimal with 0x; otherwise nothing.
std::optional<canid_t> parse_id(const std::string& text) {
    const bool is_hexadecimal = text.rfind("0x", 0) == 0;
    const char* begin = text.data() + (is_hexadecimal ? 2 : 0);
    const char* end = text.data() + text.size();
    canid_t id = 0;
    const auto [stop, error] = std::from_chars(begin, end, id, is_hexadecimal ? 16 : 10);
    if (error != std::errc() || stop != end || id > CAN_EFF_MASK) return std::nullopt;
    return id;
}

/// An id of more than 11 bits is extended; a smaller one may be extended too.
void read_id(YamlReader& reader, CanFrameMap& map) {
    bool is_extended = false;
    reader.flag("extended", is_extended);
    if (!reader.require("id")) return;
    const auto text = reader.scalar("id");
    if (!text) return;
    const auto id = parse_id(*text);
    if (!id)
        return reader.refuse("id", "must be 0 to 0x1FFFFFFF, as 0x101 or 257, is '" + *text + "'");
    map.id = *id | (is_extended || *id > CAN_SFF_MASK ? CAN_EFF_FLAG : 0);
}

/// The bits of a frame that are already used.
struct Taken {
    unsigned bytes;
    std::uint64_t bits = 0;

    /// @return the error, or an empty text
    std::string add(std::uint64_t more) {
        if (more == 0) return "does not fit into " + std::to_string(bytes) + " bytes";
        if ((bits & more) != 0) return "overlaps another number of the frame";
        bits |= more;
        return {};
    }
};

CanField read_field(YamlReader& reader, const char* key, YamlReader section, Taken& taken) {
    CanField field;
    section.require("start_bit");
    section.number("start_bit", field.start_bit, {0, 63});
    section.number("bits", field.bits, {1, 32});
    section.choice("byte_order", field.is_big_endian, {"little", "big"});
    section.flag("signed", field.is_signed);
    section.number("scale", field.scale, factor);
    section.number("offset", field.offset, factor);
    if (section.good() && field.scale > -1e-12 && field.scale < 1e-12)
        section.refuse("scale", "must not be 0");
    if (!section.good()) return field;
    const std::string problem = taken.add(bits_of(field, taken.bytes));
    if (!problem.empty()) reader.refuse(key, problem);
    return field;
}

void read_checksum(YamlReader& reader, CanFrameMap& map, Taken& taken) {
    unsigned byte = 0;
    if (!reader.number("checksum_byte", byte, {0, 7})) return;
    CanField whole;
    whole.start_bit = 8 * byte;
    const std::string problem = taken.add(bits_of(whole, taken.bytes));
    if (!problem.empty()) return reader.refuse("checksum_byte", problem);
    map.checksum_byte = byte;
}

template <class Values>
CanFrameMap read_frame(YamlReader& reader, const Values& values) {
    CanFrameMap map;
    read_id(reader, map);
    reader.number("bytes", map.bytes, {1, 8});
    Taken taken{map.bytes};
    if (auto signals = reader.section("signals"))
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::string name(values[i].name);
            if (auto field = signals->section(name.c_str()))
                map.signals.push_back({i, read_field(*signals, name.c_str(), *field, taken)});
        }
    if (auto field = reader.section("counter"))
        map.counter = read_field(reader, "counter", *field, taken);
    read_checksum(reader, map, taken);
    return map;
}

template <class Values>
std::vector<CanFrameMap> read_frames(YamlReader& reader, const char* key, const Values& values) {
    std::vector<CanFrameMap> maps;
    if (!reader.require(key)) return maps;
    for (YamlReader& item : reader.sections(key)) {
        const CanFrameMap map = read_frame(item, values);
        for (const CanFrameMap& other : maps)
            if (item.good() && other.id == map.id)
                item.refuse("id", "is the id of another frame of this list, too");
        maps.push_back(map);
    }
    if (maps.empty() && reader.good(key)) reader.refuse(key, "must be a list of frames");
    return maps;
}

}  // namespace

CanVehicleOptions read_can_vehicle(YamlReader& reader) {
    CanVehicleOptions options;
    reader.text("interface", options.interface);
    if (options.interface.empty() || options.interface.size() >= IFNAMSIZ)
        reader.refuse("interface", "must have 1 to 15 characters");
    reader.time("report_timeout_s", options.report_timeout, limits::patience_s);
    options.mapping.send = read_frames(reader, "send", can_command_values());
    options.mapping.receive = read_frames(reader, "receive", can_report_values());
    return options;
}

}  // namespace gateway
