// SPDX-License-Identifier: MIT
#pragma once

#include "folder.hpp"
#include "problem_list.hpp"

namespace gateway::studio {

/// Checks every path in a YAML file, and in the files that it names, before these files are opened.
/// A program must be a file below the folder or one of this project beside ddc-gateway. All other
/// paths must be below the folder, after links are resolved. A gamepad in /dev/input is accepted.
Problems path_problems(const Folder& folder, const std::filesystem::path& file);

/// Why `exec[0]` may not be started; empty if it may.
std::string program_refusal(const Folder& folder, const std::string& program);
/// Files that a run writes at configured paths.
enum class Output { trace, recording };

/// Why a run may not write the file; empty if it may. The file must be below the folder, not
/// hidden, and have the extension of its kind. It must be new, or written by a run: a configuration
/// from another source must not overwrite other files.
std::string output_refusal(const Folder& folder, const std::filesystem::path& file, Output kind);

}  // namespace gateway::studio
