// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/mcap_indexed_reader.hpp>

#include <filesystem>
#include <fstream>
#include <memory>

namespace gateway::foxglove {

/// A complete recording in a file.
struct IndexedRecording {
    /// @throws std::invalid_argument if the file is not a complete recording
    explicit IndexedRecording(const std::filesystem::path& file);

    std::ifstream stream;
    std::unique_ptr<ddc::recording::McapIndexedReader> reader;
};

}  // namespace gateway::foxglove
