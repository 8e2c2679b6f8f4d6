// SPDX-License-Identifier: MIT
#pragma once

namespace plant {

/// The instruction sets for which the kernels are compiled. All give bit-identical results.
enum class InstructionSet { sse2, avx2, avx512 };

/// The instruction set of a value of PLANT_SIMD; for null the best one of this processor.
/// @throws std::invalid_argument for an unknown name and for a set that this processor lacks.
InstructionSet instruction_set(const char* wanted);

/// As above, for the environment variable PLANT_SIMD. @throws std::invalid_argument.
InstructionSet instruction_set();

}  // namespace plant
