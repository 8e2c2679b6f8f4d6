// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"

#include <filesystem>
#include <optional>
#include <string>

/// The source of the picture of `ddc-gateway run --plot`.
namespace gateway {

/// The trace or, without one, the recording, if it is a file that can be read after the run; else
/// nothing.
std::optional<std::filesystem::path> drawn_from(const ProgramConfig& program);

/// The error message if there is nothing to draw, or an empty text. Each program with requirements
/// needs a trace or a recording; of the others, at least one does.
std::string misfit_of_plot(const RunConfig& config);

}  // namespace gateway
