// SPDX-License-Identifier: MIT
#include <ddc/interface/visible.hpp>

#include <algorithm>
#include <cstdio>

namespace ddc::interface {
namespace {

unsigned byte_at(std::string_view text, std::size_t index) {
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0;
}

/// Number of bytes of the first UTF-8 character; 0 if it is not one.
std::size_t length_of_first(std::string_view text) {
    const unsigned first = byte_at(text, 0);
    if (first < 0x80) return 1;
    const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 0 || first > 0xF4) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte_at(text, i) & 0xC0U) != 0x80U) return 0;
    const unsigned second = byte_at(text, 1);
    const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool is_no_character =  // a surrogate, or beyond U+10FFFF
        (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
    return is_overlong || is_no_character ? 0 : length;
}

std::string escape(const char* format, unsigned number) {
    char text[16];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

std::string escape_byte(unsigned byte) {
    switch (byte) {
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        default:
            return escape("\\x%02x", byte);
    }
}

}  // namespace

std::string visible(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const unsigned first = byte_at(text, 0);
        const std::size_t length = length_of_first(text);
        const bool is_c1 = first == 0xC2 && length == 2 && byte_at(text, 1) < 0xA0;
        const bool is_never_character =  // U+FFFE and U+FFFF
            first == 0xEF && length == 3 && byte_at(text, 1) == 0xBF && byte_at(text, 2) > 0xBD;
        if (length == 0 || first < 0x20 || first == 0x7F)
            result += escape_byte(first);
        else if (is_c1)
            result += escape("\\u%04x", byte_at(text, 1));
        else if (is_never_character)
            result += escape("\\u%04x", 0xFF40U + byte_at(text, 2));
        else
            result += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result;
}

std::string visible_lines(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
        result += visible(text.substr(0, end));
        if (end < text.size()) result += text[end];
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

std::string hex(std::int64_t id) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(id));
    return text;
}

}  // namespace ddc::interface
