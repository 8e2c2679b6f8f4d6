// SPDX-License-Identifier: MIT
#pragma once

#include "description/model_description.hpp"
#include "fmu/fmu_signals.hpp"

#include <string>
#include <vector>

namespace gateway::fmu {

/// A signal of a map, and the variable that it is by its name and unit; null if none is found.
struct Guess {
    std::string signal;
    std::string unit;  ///< of the signal
    const Variable* variable = nullptr;
};

/// @name The signals of a map, in its order. No variable is guessed for two signals of a list.
/// The pointers are to variables of the description.
/// @{
std::vector<Guess> guess_inputs(const ModelDescription& description);
std::vector<Guess> guess_outputs(const ModelDescription& description);
std::vector<Guess> guess_starts(const ModelDescription& description);
/// @}

}  // namespace gateway::fmu
