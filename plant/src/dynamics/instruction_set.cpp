// SPDX-License-Identifier: MIT
#include "dynamics/instruction_set.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace plant {
namespace {

InstructionSet best() {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("fma"))
        return InstructionSet::avx512;
    return __builtin_cpu_supports("avx2") ? InstructionSet::avx2 : InstructionSet::sse2;
}

InstructionSet named(const std::string& name) {
    if (name == "sse2") return InstructionSet::sse2;
    if (name == "avx2") return InstructionSet::avx2;
    if (name == "avx512") return InstructionSet::avx512;
    throw std::invalid_argument("PLANT_SIMD: must be sse2, avx2 or avx512, is '" + name +
                                "'; if it is not set, the best set of this processor is used");
}

}  // namespace

InstructionSet instruction_set(const char* wanted) {
    if (wanted == nullptr || *wanted == '\0') return best();
    const InstructionSet set = named(wanted);
    if (set <= best()) return set;
    throw std::invalid_argument(std::string("PLANT_SIMD: this processor has no ") + wanted +
                                "; if it is not set, the best set of this processor is used");
}

InstructionSet instruction_set() {
    return instruction_set(std::getenv("PLANT_SIMD"));
}

}  // namespace plant
