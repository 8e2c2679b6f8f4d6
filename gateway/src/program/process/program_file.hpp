// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gateway {

/// The folder of the commands of this project; for ddc-gateway-full that of ddc-gateway.
std::filesystem::path own_directory();

/// The program of this name that is installed with the gateway: in `directory`, the gateway's
/// folder, or in the installation's folder of programs (DDC_PROGRAMS); nothing if neither has an
/// executable file of this name.
std::optional<std::filesystem::path> own_program(const std::string& name,
                                                 const std::filesystem::path& directory);

/// As own_program(), for a file that need not be executable, such as a library.
std::optional<std::filesystem::path> own_file(const std::string& name,
                                              const std::filesystem::path& directory);

/// What to execute for a program's name: own_program() for a name without a folder, if it exists;
/// otherwise the name, to be searched on the PATH or relative to the working directory.
std::string program_file(const std::string& name, const std::filesystem::path& directory);

/// The first executable file of this name on the PATH, or nothing.
std::optional<std::filesystem::path> find_on_path(const std::string& name);

/// The file of program_file(), searched on the PATH too; nothing if it cannot be executed.
std::optional<std::filesystem::path> find_program(const std::string& name,
                                                  const std::filesystem::path& directory);

/// Why program_file() cannot be executed, or an empty text.
std::string program_problem(const std::string& name, const std::filesystem::path& directory);

}  // namespace gateway
