// SPDX-License-Identifier: MIT
#pragma once

#include "mcap_contents.hpp"

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace ddc::recording {

/// A chunk, as the index of the file describes it.
struct ChunkPlace {
    std::uint64_t start_ns = 0, end_ns = 0;  ///< of its messages
    std::uint64_t offset = 0, length = 0;    ///< of its record in the file
    std::uint64_t size = 0;                  ///< of its records when they are unpacked
    std::vector<McapId> channels{};          ///< of its messages, sorted; empty: any
    /// Whether the chunk may have messages of a channel.
    bool has(McapId channel) const noexcept;
};

/// The summary, which follows the data of a file.
struct McapSummary {
    McapDefinitions known;           ///< schemas and channels
    std::vector<ChunkPlace> chunks;  ///< by start time; those without messages are omitted
};

/// Reads the summary. @throws McapError if the file has none, or it does not match the file
McapSummary read_summary(std::istream& in, const std::string& file_name);

}  // namespace ddc::recording
