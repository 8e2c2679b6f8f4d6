// SPDX-License-Identifier: MIT
#include <ddc/interface/chunks.hpp>

#include <ddc/interface/error.hpp>

namespace ddc::interface {

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> chunks;
    chunks.reserve(chunk_count(text.size()));
    do {
        chunks.emplace_back(text.substr(0, chunk_size));
        text.remove_prefix(chunks.back().size());
    } while (!text.empty());
    return chunks;
}

std::string join(const std::vector<std::string>& chunks) {
    std::string text;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        if (chunks[i].size() > max_chunk_size) {
            throw InterfaceError("chunk " + std::to_string(i),
                                 "must be " + std::to_string(max_chunk_size) +
                                     " bytes or shorter, is " + std::to_string(chunks[i].size()));
        }
        text += chunks[i];
    }
    return text;
}

}  // namespace ddc::interface
