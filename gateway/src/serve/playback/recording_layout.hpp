// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace gateway::foxglove {

/// A layout for the topics and vehicles of a recording; see layout_of().
/// @throws std::invalid_argument if the file is not a complete recording, McapError if the part
/// with the names of the vehicles is damaged
std::string layout_of_recording(const std::filesystem::path& file);

}  // namespace gateway::foxglove
