// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"

#include <filesystem>

namespace gateway {

/// Reads a configuration and every file that it names.
/// @throws plant::FileError with all errors in them, std::invalid_argument for a trace that would
/// overwrite a file that is read
RunConfig load_run_config(const std::filesystem::path& file);

}  // namespace gateway
