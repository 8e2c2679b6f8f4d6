// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"
#include "requirement/parser.hpp"

#include <optional>

namespace gateway {

/// The names that requirements of a program's run may use: the possible columns of its trace, every
/// signal of the catalogue, and the numbers of its summary.
/// @param config complete except for its requirements
requirement::Vocabulary run_vocabulary(const ProgramConfig& config, std::optional<Mode> mode);

}  // namespace gateway
