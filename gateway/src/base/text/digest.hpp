// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace gateway {

/// SHA-256 in hexadecimal digits.
std::string digest_of(const std::string& text);
/// @throws std::runtime_error if the file cannot be read
std::string digest_of_file(const std::filesystem::path& file);

}  // namespace gateway
