// SPDX-License-Identifier: MIT
#pragma once

#include "model_description.hpp"

#include <vector>

/// How causality, variability, initial and start depend on each other, as both versions define it.
namespace gateway::fmu {

/// Whether a variable may have both.
bool is_allowed(Causality causality, Variability variability, Version version);

/// The values of `initial` that may be written, the default first; none if it must not be written.
std::vector<Initial> allowed_initial(Causality causality, Variability variability, Version version);

/// `initial` as written, or its default; nothing for an independent variable.
std::optional<Initial> initial_of(const Variable& variable);

/// Whether a start value must be given.
bool needs_start(const Variable& variable);

/// Whether no start value may be given.
bool forbids_start(const Variable& variable);

/// Whether InitialUnknowns may list a variable or not, as the FMU requires it: clocks and clocked
/// variables.
bool is_initially_optional(const Variable& variable);

/// The positions of the variables that InitialUnknowns must list, ascending.
std::vector<std::uint32_t> required_initial_unknowns(const ModelDescription& description);

}  // namespace gateway::fmu
