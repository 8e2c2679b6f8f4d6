// SPDX-License-Identifier: MIT
#pragma once

#include "../run/run_config.hpp"

#include <filesystem>
#include <optional>
#include <string>

/// What `ddc-gateway run --plot` draws from.
namespace gateway {

/// The trace or, without one, the recording: what can be read a second time, or nothing.
std::optional<std::filesystem::path> drawn_from(const ProgramConfig& program);

/// Why there would be nothing to draw, or nothing to draw it from; else empty.
std::string misfit_of_plot(const RunConfig& config);

}  // namespace gateway
