// SPDX-License-Identifier: MIT
#pragma once

#include "templates.hpp"

#include <filesystem>
#include <string>

namespace gateway::new_program {

/// Why a program cannot have that name, or an empty text.
std::string name_problem(const std::string& name);

/// What a new program's files name.
struct Names {
    std::string program;
    std::filesystem::path schemas;  ///< folder of run.schema.json; empty: it is not known
};

/// Writes the files of a new program into a new folder of its name.
/// @param parent where the folder is made
/// @throws std::invalid_argument for a name that cannot be used or that a file or folder has
/// already, std::filesystem::filesystem_error and std::runtime_error if something cannot be
/// written; then nothing is left of it
void write_program(const Template& source, const Names& names, const std::filesystem::path& parent);

}  // namespace gateway::new_program
