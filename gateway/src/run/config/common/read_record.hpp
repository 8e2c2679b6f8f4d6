// SPDX-License-Identifier: MIT
#pragma once

#include "columns/recording_clock.hpp"

#include <plant/yaml_reader.hpp>

#include <filesystem>
#include <optional>

namespace gateway {

/// Reads `record: FILE` or `record: {file: FILE, epoch: start}`.
void read_record(plant::YamlReader& reader, std::optional<std::filesystem::path>& file,
                 RecordingEpoch& epoch);

}  // namespace gateway
