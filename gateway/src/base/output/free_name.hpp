// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace gateway {

/// Returns out/trace.csv for number 1, out/trace.2.csv for number 2.
std::filesystem::path numbered_name(const std::filesystem::path& file, int number);

/// Returns `file`, or, if that is an existing regular file, the first numbered name that does not
/// exist: out/trace.csv, out/trace.2.csv, out/trace.3.csv. A file that an OutputFile writes in
/// place keeps its name.
std::filesystem::path free_name(const std::filesystem::path& file);

/// The name of an output: `file`, or after a reload its free name, so that the output of the run
/// before the reload is kept.
std::filesystem::path output_name(const std::filesystem::path& file);

}  // namespace gateway
