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
/// What a run writes where its text says.
enum class Output { trace, recording };

/// Why a file may not be written, or nothing. It lies below the folder and is not hidden, its name
/// ends as its kind does, and it is new or was written by a run: a text that a person was given
/// must not destroy what else lies in the folder.
std::string output_refusal(const Folder& folder, const std::filesystem::path& file, Output kind);

}  // namespace gateway::studio
