// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "assembly/run_programs.hpp"
#include "frozen/frozen_config.hpp"

#include <filesystem>
#include <vector>

namespace gateway {

/// In front of the names of those files of a recording that make its configuration again.
inline constexpr const char* attached_folder = "files/";

/// A frozen file as a recording keeps it.
AttachedFile attached(const FrozenFile& file);

/// What a recording of a run is to keep: the run's file as it is, `run.yaml`, and once more with
/// every file that it names, as Freezer has them.
/// @param log told if they cannot be taken; then there is `run.yaml` alone
std::vector<AttachedFile> files_to_attach(const std::filesystem::path& run, const Log& log);

}  // namespace gateway
