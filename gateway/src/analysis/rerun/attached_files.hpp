// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "assembly/run_programs.hpp"
#include "frozen/frozen_config.hpp"

#include <filesystem>
#include <vector>

namespace gateway {

/// The prefix of the names of attached files that restore the configuration.
inline constexpr const char* attached_folder = "files/";

/// Converts a frozen file to an attachment of a recording.
AttachedFile attached(const FrozenFile& file);

/// The files to attach to a recording: the configuration as written, `run.yaml`, and again with all
/// files that it names, frozen by Freezer.
/// @param log receives a warning if freezing fails; then there is only `run.yaml`
std::vector<AttachedFile> files_to_attach(const std::filesystem::path& run, const Log& log);

}  // namespace gateway
