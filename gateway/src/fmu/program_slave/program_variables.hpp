// SPDX-License-Identifier: MIT
#pragma once

#include "program_package.hpp"

#include "description/variable.hpp"

#include <cstdint>
#include <vector>

namespace gateway::fmu {

/// The numbers of the variables that every FMU of a program has. The program's follow.
namespace program_variable {
inline constexpr std::uint32_t time = 0;
inline constexpr std::uint32_t start_timeout = 1;   ///< [s]
inline constexpr std::uint32_t answer_timeout = 2;  ///< [s]
inline constexpr std::uint32_t first_of_program = 3;
/// Range of both time-outs.
inline constexpr double shortest_timeout_s = 0.001;
inline constexpr double longest_timeout_s = 3600;
}  // namespace program_variable

/// An input or output of the program, with the name of its entry.
Variable variable_of(const PackedVariable& packed, std::uint32_t reference);

/// The variables of an FMU with this package.
std::vector<Variable> variables_of(const ProgramPackage& package);

}  // namespace gateway::fmu
