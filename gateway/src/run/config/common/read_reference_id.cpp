// SPDX-License-Identifier: MIT
#include "read_reference_id.hpp"

#include <charconv>

namespace gateway {

std::optional<ddc::Id> parse_reference_id(const std::string& text) {
    const bool is_hexadecimal = text.rfind("0x", 0) == 0 || text.rfind("0X", 0) == 0;
    const char* begin = text.data() + (is_hexadecimal ? 2 : 0);
    const char* end = text.data() + text.size();
    ddc::Id id = 0;
    const auto [stop, error] = std::from_chars(begin, end, id, is_hexadecimal ? 16 : 10);
    if (error != std::errc() || stop != end || id < ddc::first_program_id) return std::nullopt;
    return id;
}

void read_reference_id(plant::YamlReader& reader, ddc::Id& value) {
    const auto text = reader.scalar("reference_id");
    if (!text) return;
    if (const auto id = parse_reference_id(*text)) {
        value = *id;
        return;
    }
    const bool is_without_0x = parse_reference_id("0x" + *text).has_value();
    reader.refuse("reference_id",
                  "must be 0x4000 or above, as a number or a string such as \"0x4000\", is '" +
                      *text + "'" + (is_without_0x ? "; did you mean 0x" + *text + "?" : ""));
}

}  // namespace gateway
