// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace gateway {

/// out/trace.csv is the first, out/trace.2.csv the second.
std::filesystem::path numbered_name(const std::filesystem::path& file, int number);

/// `file`, or, where that is a regular file already, the first of `file` with a number that is not
/// there: out/trace.csv, out/trace.2.csv, out/trace.3.csv. What an OutputFile writes in place keeps
/// its name.
std::filesystem::path free_name(const std::filesystem::path& file);

/// The name of an output: `file`, and after a reload, which leaves what the run before it has
/// written, its free name.
std::filesystem::path output_name(const std::filesystem::path& file);

}  // namespace gateway
