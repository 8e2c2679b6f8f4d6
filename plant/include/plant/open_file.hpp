// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace plant {

/// Why a file cannot be read ("cannot be read: No such file or directory"), or an empty text.
std::string read_problem(const std::filesystem::path& file);

/// A file to read, byte by byte as it is. @throws FileError if it cannot be read.
std::ifstream open_file(const std::filesystem::path& file);

/// All of a file, as it is. @throws FileError if it cannot be read.
std::string text_of(const std::filesystem::path& file);

}  // namespace plant
