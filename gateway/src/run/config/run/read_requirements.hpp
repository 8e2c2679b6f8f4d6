// SPDX-License-Identifier: MIT
#pragma once

#include "requirement/parser.hpp"
#include "requirement/requirement.hpp"

#include <plant/yaml_reader.hpp>

#include <cstdint>
#include <vector>

namespace gateway {

/// Reads the section `requirements`: formulas by names, or maps with `formula` and `scale`. Errors
/// are reported with their position in the formula.
/// @param duration_ns of the run; a formula must not refer to later times
std::vector<requirement::Requirement> read_requirements(plant::YamlReader& section,
                                                        const requirement::Vocabulary& vocabulary,
                                                        std::int64_t duration_ns);

}  // namespace gateway
