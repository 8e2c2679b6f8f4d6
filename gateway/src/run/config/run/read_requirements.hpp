// SPDX-License-Identifier: MIT
#pragma once

#include "requirement/parser.hpp"
#include "requirement/requirement.hpp"

#include <plant/yaml_reader.hpp>

#include <cstdint>
#include <vector>

namespace gateway {

/// The section `requirements`: formulas by names, or maps with `formula` and `scale`. Mistakes are
/// noted, with the place in the formula.
/// @param duration_ns of the run; a formula must not look further ahead
std::vector<requirement::Requirement> read_requirements(plant::YamlReader& section,
                                                        const requirement::Vocabulary& vocabulary,
                                                        std::int64_t duration_ns);

}  // namespace gateway
