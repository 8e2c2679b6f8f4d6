// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"

#include <filesystem>
#include <optional>
#include <string>

/// What `ddc-gateway run --plot` draws from.
namespace gateway {

/// The trace or, without one, the recording: what can be read a second time, or nothing.
std::optional<std::filesystem::path> drawn_from(const ProgramConfig& program);

/// Why there would be nothing to draw from; else empty. A program with requirements needs a trace
/// or a recording; of the others one is enough.
std::string misfit_of_plot(const RunConfig& config);

}  // namespace gateway
