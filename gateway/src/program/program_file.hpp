// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gateway {

/// Where this process's own executable lies.
std::filesystem::path own_directory();

/// What to execute for a program's name: of a bare name the file in `directory`, if it is there and
/// may be executed; else the name, which the PATH or the working directory makes a file.
std::string program_file(const std::string& name, const std::filesystem::path& directory);

/// The file behind program_file(), looked for on the PATH too; nothing if there is none that may be
/// executed.
std::optional<std::filesystem::path> find_program(const std::string& name,
                                                  const std::filesystem::path& directory);

/// Why program_file() cannot be executed, or an empty text.
std::string program_problem(const std::string& name, const std::filesystem::path& directory);

}  // namespace gateway
