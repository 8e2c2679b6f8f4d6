// SPDX-License-Identifier: MIT
#pragma once

#include <plant/tyre_params.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace plant {

/// Reads a tyre property file. Appends assumed and implausible values to `notes`. @throws
/// FileError.
TyreParams load_tir(const std::filesystem::path& file, std::vector<std::string>& notes);

}  // namespace plant
