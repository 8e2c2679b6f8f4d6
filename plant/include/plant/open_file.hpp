// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace plant {

/// Why a file cannot be read ("cannot be read: No such file or directory"); empty if it can.
std::string read_problem(const std::filesystem::path& file);

/// Opens a file in binary mode. @throws FileError if it cannot be read.
std::ifstream open_file(const std::filesystem::path& file);

/// The content of a file. @throws FileError if it cannot be read.
std::string text_of(const std::filesystem::path& file);

}  // namespace plant
