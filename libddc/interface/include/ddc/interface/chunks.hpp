// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ddc::interface {

/// Bytes of one chunk as programs write it.
inline constexpr std::size_t chunk_size = 195;
/// Bytes of the longest chunk that is read: a string entry has 200 with its terminator.
inline constexpr std::size_t max_chunk_size = 199;

/// Number of chunks that `split` makes of a text of that length: at least 1.
constexpr std::size_t chunk_count(std::size_t length) {
    return length == 0 ? 1 : (length - 1) / chunk_size + 1;
}

/// Splits a text into chunks of `chunk_size` bytes, also within a UTF-8 sequence. The empty text
/// gives one empty chunk, as programs write it.
std::vector<std::string> split(std::string_view text);

/// Joins chunks: join(split(text)) == text for any bytes.
/// @throws InterfaceError with the number of the chunk if one is longer than max_chunk_size
std::string join(const std::vector<std::string>& chunks);

}  // namespace ddc::interface
