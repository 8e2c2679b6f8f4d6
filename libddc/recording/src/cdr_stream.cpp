// SPDX-License-Identifier: MIT
#include <ddc/recording/cdr_stream.hpp>

#include <algorithm>

namespace ddc::recording {
namespace {

constexpr std::size_t most_padding = 3;

}  // namespace

CdrReader::CdrReader(const std::byte* data, std::size_t size) {
    if (size < encapsulation_size)
        throw CdrError(size, "ends within the four bytes of its encapsulation header");
    if (data[0] != std::byte{0} || data[1] != std::byte{1})
        throw CdrError(0, "is encapsulated as " + std::to_string(int(data[0])) + " " +
                              std::to_string(int(data[1])) +
                              "; only 0 1, XCDR1 in little endian, is read");
    body_ = data + encapsulation_size;
    size_ = size - encapsulation_size;
}

/// Advances past `count` elements of that size which begin at `at`.
const std::byte* CdrReader::take(std::size_t at, std::size_t count, std::size_t size) {
    if (at > size_ || count > (size_ - at) / size)
        throw CdrError(offset(), "ends before " + std::to_string(count) + " x " +
                                     std::to_string(size) + " bytes");
    at_ = at + count * size;
    return body_ + at;
}

void CdrReader::check_booleans(const std::byte* first, std::size_t count) const {
    const auto* wrong =
        std::find_if(first, first + count, [](std::byte byte) { return byte > std::byte{1}; });
    if (wrong != first + count)
        throw CdrError(encapsulation_size + static_cast<std::size_t>(wrong - body_),
                       "a bool is " + std::to_string(int(*wrong)) + ", must be 0 or 1");
}

std::string_view CdrReader::text() {
    const std::size_t start = offset();
    std::uint32_t length = 0;
    numbers(&length, 1);
    if (length == 0) return {};  // some writers write the empty string like this
    const auto* first = reinterpret_cast<const char*>(take(at_, length, 1));
    const std::string_view text(first, length - 1);
    if (first[length - 1] != 0) throw CdrError(start, "a string does not end with a 0");
    if (text.find('\0') != std::string_view::npos) throw CdrError(start, "a string has a 0 in it");
    return text;
}

std::size_t CdrReader::count(std::size_t least_size) {
    const std::size_t start = offset();
    std::uint32_t count = 0;
    numbers(&count, 1);
    if (count > (size_ - at_) / least_size)
        throw CdrError(start, "a sequence of " + std::to_string(count) + " elements with " +
                                  std::to_string(size_ - at_) + " bytes left");
    return count;
}

void CdrReader::end() const {
    if (size_ - at_ > most_padding)
        throw CdrError(offset(), std::to_string(size_ - at_) + " bytes too many");
}

}  // namespace ddc::recording
