// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace gateway {

/// Opens a file in the desktop's program for it (xdg-open of xdg-utils) and does not wait for it.
/// @return why xdg-open cannot be started; else an empty text
std::string open_page(const std::filesystem::path& file);

}  // namespace gateway
