// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"
#include "requirement/parser.hpp"

#include <optional>

namespace gateway {

/// What requirements of a program's run may name: the columns that its trace can have, every signal
/// of the catalogue, and the numbers of its summary.
/// @param config all of it but its requirements
requirement::Vocabulary run_vocabulary(const ProgramConfig& config, std::optional<Mode> mode);

}  // namespace gateway
