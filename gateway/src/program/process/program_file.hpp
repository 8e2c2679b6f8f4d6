// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gateway {

/// Where the commands lie of which this process is one; of ddc-gateway-full, where ddc-gateway is.
std::filesystem::path own_directory();

/// The program of that bare name that comes with the gateway: in `directory`, the gateway's own, or
/// where the installation puts programs beside it (DDC_PROGRAMS); nothing if neither has one that
/// may be executed.
std::optional<std::filesystem::path> own_program(const std::string& name,
                                                 const std::filesystem::path& directory);

/// What to execute for a program's name: of a bare name own_program(), if there is one; else the
/// name, which the PATH or the working directory makes a file.
std::string program_file(const std::string& name, const std::filesystem::path& directory);

/// The file that the PATH has for a bare name; nothing if there is none that may be executed.
std::optional<std::filesystem::path> find_on_path(const std::string& name);

/// The file behind program_file(), looked for on the PATH too; nothing if there is none that may be
/// executed.
std::optional<std::filesystem::path> find_program(const std::string& name,
                                                  const std::filesystem::path& directory);

/// Why program_file() cannot be executed, or an empty text.
std::string program_problem(const std::string& name, const std::filesystem::path& directory);

}  // namespace gateway
