// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// The cost of a process.
struct ProcessCost {
    double wall_s = 0;
    std::int64_t peak_kb = 0;  ///< of resident memory
};

/// Runs a program to its end and discards its output.
/// @param words the first is its file
/// @throws std::runtime_error if it fails
ProcessCost cost_of(std::vector<std::string> words);

/// The ddc-gateway beside this program.
std::string gateway_file();

}  // namespace bench
