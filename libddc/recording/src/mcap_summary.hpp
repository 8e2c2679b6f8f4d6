// SPDX-License-Identifier: MIT
#pragma once

#include "mcap_contents.hpp"

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace ddc::recording {

/// What an index tells of a chunk.
struct ChunkPlace {
    std::uint64_t start_ns = 0, end_ns = 0;  ///< of its messages
    std::uint64_t offset = 0, length = 0;    ///< of its record in the file
    std::uint64_t size = 0;                  ///< of its records when they are unpacked
    std::vector<McapId> channels{};          ///< of its messages, sorted; empty: any
    bool has(McapId channel) const noexcept;
};

/// What stands behind the messages of a file.
struct McapSummary {
    McapDefinitions known;
    std::vector<ChunkPlace> chunks;  ///< the earliest first; one without a message is left out
};

/// @throws McapError if there is none, or one that cannot be of this file
McapSummary read_summary(std::istream& in, const std::string& file_name);

}  // namespace ddc::recording
