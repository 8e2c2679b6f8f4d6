// SPDX-License-Identifier: MIT
#include "chunked_body.hpp"

#include <algorithm>

namespace gateway::data_port {
namespace {

/// Limit of the digits of a chunk's size, leading zeros included.
constexpr int most_digits = 16;

/// @return 0 to 15; -1 if the character is not a hexadecimal digit
int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

std::size_t ChunkedBody::parse(std::string_view bytes) {
    std::size_t at = 0;
    while (at < bytes.size() && progress_ == Progress::more) {
        if (place_ != Place::data) {
            parse_byte(bytes[at++]);
            continue;
        }
        const std::size_t count = std::min<std::uint64_t>(left_, bytes.size() - at);
        text_.append(bytes.substr(at, count));
        at += count;
        left_ -= count;
        if (left_ == 0) place_ = Place::data_cr;
    }
    return at;
}

void ChunkedBody::parse_byte(char c) {
    switch (place_) {
        case Place::size:
            return parse_size_digit(c);
        case Place::size_end:
            if (c != '\n') break;
            return begin_chunk();
        case Place::data_cr:
            return expect('\r', c, Place::data_lf);
        case Place::data_lf:
            return expect('\n', c, Place::size);
        case Place::end_cr:
            if (c != '\r') progress_ = Progress::has_trailer;
            place_ = Place::end_lf;
            return;
        case Place::end_lf:
            if (c != '\n') break;
            progress_ = Progress::complete;
            return;
        case Place::data:
            break;
    }
    progress_ = Progress::malformed;
}

void ChunkedBody::parse_size_digit(char c) {
    if (c == '\r' && digits_ > 0) {
        place_ = Place::size_end;
        return;
    }
    const int digit = digit_of(c);
    if (digit < 0 || digits_ == most_digits) {
        progress_ = c == ';' && digits_ > 0 ? Progress::has_extension : Progress::malformed;
        return;
    }
    ++digits_;
    left_ = left_ << 4U | static_cast<unsigned>(digit);
}

void ChunkedBody::begin_chunk() {
    place_ = left_ == 0 ? Place::end_cr : Place::data;
    digits_ = 0;
    if (left_ > most_bytes_ - text_.size()) progress_ = Progress::too_long;
}

void ChunkedBody::expect(char wanted, char c, Place next) {
    place_ = next;
    if (c != wanted) progress_ = Progress::malformed;
}

}  // namespace gateway::data_port
