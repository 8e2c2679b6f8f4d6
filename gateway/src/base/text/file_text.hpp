// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace gateway {

/// All of a file, as it is.
/// @throws std::runtime_error if it cannot be read
std::string text_of(const std::filesystem::path& file);

/// The same; nothing where there is no file, or it cannot be read.
std::string text_if_any(const std::filesystem::path& file);

}  // namespace gateway
