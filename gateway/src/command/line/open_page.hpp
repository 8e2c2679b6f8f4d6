// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace gateway {

/// Starts the desktop's program for a file (xdg-open of xdg-utils) and waits for nothing.
/// @return why it cannot be started; else an empty text
std::string open_page(const std::filesystem::path& file);

}  // namespace gateway
