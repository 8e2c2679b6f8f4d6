// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"

#include <filesystem>

namespace gateway {

/// Reads a configuration and every file it names.
/// @throws plant::FileError with every mistake in them, std::invalid_argument for a trace that
/// would overwrite what is read
RunConfig load_run_config(const std::filesystem::path& file);

}  // namespace gateway
