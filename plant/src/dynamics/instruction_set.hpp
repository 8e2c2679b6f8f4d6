// SPDX-License-Identifier: MIT
#pragma once

namespace plant {

/// For which the kernels are compiled. All give the same bits.
enum class InstructionSet { sse2, avx2, avx512 };

/// The one to use for a value of PLANT_SIMD: the best of this processor for none.
/// @throws std::invalid_argument for a name of none and for one that this processor lacks.
InstructionSet instruction_set(const char* wanted);

/// The one that PLANT_SIMD names, or the best of this processor. @throws std::invalid_argument.
InstructionSet instruction_set();

}  // namespace plant
