// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <plant/tyre_params.hpp>

namespace plant {

/// Reads a tyre property file. Throws FileError; appends what was assumed to `notes`.
TyreParams load_tir(const std::filesystem::path& file, std::vector<std::string>& notes);

}  // namespace plant
