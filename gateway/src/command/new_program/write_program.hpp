// SPDX-License-Identifier: MIT
#pragma once

#include "templates.hpp"

#include <filesystem>
#include <string>

namespace gateway::new_program {

/// Why a program cannot have the name, or an empty text.
std::string name_problem(const std::string& name);

/// The names that are put into the files of a new program.
struct Names {
    std::string program;
    std::filesystem::path schemas;  ///< folder of run.schema.json; empty if unknown
};

/// Writes the files of a new program into a new folder with the program's name.
/// @param parent the new folder is created in it
/// @throws std::invalid_argument if the name is invalid, or a file or folder has it,
/// std::filesystem::filesystem_error and std::runtime_error if something cannot be written; then
/// the new folder is removed
void write_program(const Template& source, const Names& names, const std::filesystem::path& parent);

}  // namespace gateway::new_program
