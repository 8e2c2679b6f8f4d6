// SPDX-License-Identifier: MIT
#pragma once

#include "design.hpp"

#include <filesystem>
#include <vector>

namespace gateway::campaign {

/// The parameters of a design that is a table: the columns of a CSV file, whose first line has
/// their paths, and in them the value of each run. A cell that is a number, true or false is one;
/// blanks around it do not count.
/// @throws plant::FileError with the line
std::vector<Parameter> load_list(const std::filesystem::path& file);

}  // namespace gateway::campaign
