// SPDX-License-Identifier: MIT
#pragma once

#include "design.hpp"

#include <filesystem>
#include <vector>

namespace gateway::campaign {

/// Reads the parameters of a list design from a CSV file: the first line has the paths, each
/// further line the values of a run. Cells with a number, true or false have that type; blanks
/// around them are ignored.
/// @throws plant::FileError with the line
std::vector<Parameter> load_list(const std::filesystem::path& file);

}  // namespace gateway::campaign
