// SPDX-License-Identifier: MIT
#include "row.hpp"

#include <libdeflate.h>

#include <charconv>
#include <cstdio>

namespace gateway::campaign {
namespace {

constexpr std::string_view crc_key = ",\"crc\":\"";
constexpr std::size_t crc_size = crc_key.size() + 8 + 2;

std::string crc_of(std::string_view text) {
    char hex[9];
    std::snprintf(hex, sizeof hex, "%08x", libdeflate_crc32(0, text.data(), text.size()));
    return hex;
}

/// The seal after a text: its CRC.
std::string seal_of(std::string_view text) {
    return std::string(crc_key) + crc_of(text) + "\"}";
}

std::string sealed(std::string text) {
    text += seal_of(text) + '\n';
    return text;
}

/// The text before the CRC; nothing if the CRC is wrong.
std::optional<std::string_view> unsealed(std::string_view line) {
    if (line.size() < crc_size) return std::nullopt;
    const std::string_view text = line.substr(0, line.size() - crc_size);
    if (line.substr(text.size()) != seal_of(text)) return std::nullopt;
    return text;
}

/// Removes `front` from the begin of a text. @return false if the text does not begin with it
bool take(std::string_view& text, std::string_view front) {
    if (text.substr(0, front.size()) != front) return false;
    text.remove_prefix(front.size());
    return true;
}

bool take(std::string_view& text, std::uint64_t& number) {
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return true;
}

}  // namespace

std::string to_line(const Row& row) {
    return sealed("{\"run\":" + std::to_string(row.run) +
                  ",\"size\":" + std::to_string(row.result.size()) + ",\"result\":" + row.result +
                  ",\"wall\":" + row.wall);
}

std::string to_header_line(const std::string& plan, const std::string& provenance) {
    return sealed(R"({"plan":")" + plan + R"(","provenance":)" + provenance);
}

std::optional<Row> read_row(std::string_view line) {
    auto text = unsealed(line);
    Row row;
    std::uint64_t size = 0;
    if (!text || !take(*text, "{\"run\":") || !take(*text, row.run)) return std::nullopt;
    if (!take(*text, ",\"size\":") || !take(*text, size)) return std::nullopt;
    if (!take(*text, ",\"result\":") || size > text->size()) return std::nullopt;
    row.result = text->substr(0, size);
    text->remove_prefix(size);
    if (!take(*text, ",\"wall\":")) return std::nullopt;
    row.wall = *text;
    return row;
}

std::optional<std::string> read_header(std::string_view line) {
    auto text = unsealed(line);
    if (!text || !take(*text, R"({"plan":")")) return std::nullopt;
    return std::string(text->substr(0, text->find('"')));
}

}  // namespace gateway::campaign
