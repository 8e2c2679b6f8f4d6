// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace gateway {

/// The whole content of a file.
/// @throws std::runtime_error if it cannot be read
std::string text_of(const std::filesystem::path& file);

/// The same; empty if the file does not exist or cannot be read.
std::string text_if_any(const std::filesystem::path& file);

}  // namespace gateway
