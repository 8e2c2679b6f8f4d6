// SPDX-License-Identifier: MIT
#pragma once

#include "folder.hpp"
#include "problem_list.hpp"

namespace gateway::studio {

/// Looks at every path in a YAML file and in the files that it names, before anything of them is
/// opened: a program is a file below the folder or one of our own beside ddc-gateway, all else lies
/// below the folder, and so does what links lead to. A gamepad in /dev/input is no file.
Problems path_problems(const Folder& folder, const std::filesystem::path& file);

/// Why `exec[0]` may not be started, or nothing.
std::string program_refusal(const Folder& folder, const std::string& program);
/// Why that file may not be written, or nothing.
std::string output_refusal(const Folder& folder, const std::filesystem::path& file);

}  // namespace gateway::studio
