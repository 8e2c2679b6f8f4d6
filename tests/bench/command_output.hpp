// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace bench {

/// The standard output of a program; its standard error is passed on.
/// @param words the first is its file
/// @throws std::runtime_error if it fails
std::string output_of(const std::vector<std::string>& words);

}  // namespace bench
