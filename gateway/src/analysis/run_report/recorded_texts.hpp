// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/mcap.hpp>

#include <filesystem>
#include <string>

namespace gateway::run_report {

/// What a recording of a run has beside its messages.
struct RecordedTexts {
    std::string library;              ///< what wrote it: "ddc-gateway 1.0.0"
    ddc::recording::McapTexts facts;  ///< the metadata `run`
    std::string config, summary;      ///< attachments; empty if they are missing
};

/// Reads a recording to its end.
/// @throws plant::FileError if it is damaged
RecordedTexts read_recorded_texts(const std::filesystem::path& file);

}  // namespace gateway::run_report
