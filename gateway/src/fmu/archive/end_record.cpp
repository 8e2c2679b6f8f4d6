// SPDX-License-Identifier: MIT
#include "end_record.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace gateway::fmu {
namespace {

// Sizes and positions as of the ZIP format (APPNOTE.TXT, 4.3.14 to 4.3.16).
constexpr std::size_t end_bytes = 22, longest_comment = 0xffff, directory_size_at = 12;
constexpr std::size_t locator_bytes = 20, end64_at = 8;
constexpr std::size_t end64_bytes = 56, directory64_size_at = 40;
constexpr std::string_view end_mark = "PK\5\6", locator_mark = "PK\6\7";

/// A number in little-endian order.
std::uint64_t number_at(std::string_view bytes, std::size_t position, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;)
        value = value << 8U | static_cast<unsigned char>(bytes[position + i]);
    return value;
}

/// @return fewer bytes at the end of the file
std::string bytes_at(std::FILE* file, std::uint64_t position, std::size_t size) {
    std::string bytes(size, '\0');
    if (position > 0x7fff'ffff'ffff'ffff ||
        std::fseek(file, static_cast<long>(position), SEEK_SET) != 0)
        return "";
    bytes.resize(std::fread(bytes.data(), 1, size, file));
    return bytes;
}

/// The size of the list of entries, in the record for large archives that a locator names.
std::uint64_t directory64_size(std::FILE* file, std::string_view locator) {
    const std::string end64 = bytes_at(file, number_at(locator, end64_at, 8), end64_bytes);
    return end64.size() < end64_bytes ? 0 : number_at(end64, directory64_size_at, 8);
}

/// The largest size that the record at a position states.
std::uint64_t directory_size(std::FILE* file, std::string_view tail, std::size_t at) {
    const std::uint64_t size = number_at(tail, at + directory_size_at, 4);
    if (at < locator_bytes) return size;
    const std::string_view locator = tail.substr(at - locator_bytes, locator_bytes);
    if (locator.substr(0, locator_mark.size()) != locator_mark) return size;
    // A size of all ones refers to the other record.
    return std::max(size == 0xffff'ffff ? 0 : size, directory64_size(file, locator));
}

}  // namespace

std::string end_record_complaint(std::FILE* file) {
    if (std::fseek(file, 0, SEEK_END) != 0) return "cannot be read";
    const auto size = static_cast<std::uint64_t>(std::max(0L, std::ftell(file)));
    const std::uint64_t most = locator_bytes + end_bytes + longest_comment;
    const std::string tail =
        bytes_at(file, size > most ? size - most : 0, static_cast<std::size_t>(most));
    bool is_found = false;
    for (std::size_t at = tail.find(end_mark);
         at != std::string::npos && at + end_bytes <= tail.size();
         at = tail.find(end_mark, at + 1)) {
        is_found = true;
        if (directory_size(file, tail, at) > most_directory_bytes)
            return "has a list of entries above 8 MiB";
    }
    return is_found ? "" : "is not an archive (ZIP), or not all of one";
}

}  // namespace gateway::fmu
