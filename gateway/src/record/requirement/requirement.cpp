// SPDX-License-Identifier: MIT
#include "requirement.hpp"

#include <plant/number_text.hpp>

namespace gateway::requirement {

std::string horizon_problem(const Formula& formula, std::int64_t duration_ns) {
    const std::int64_t horizon_ns = formula.horizon_ns();
    if (horizon_ns <= duration_ns) return {};
    return "looks " + plant::plain(static_cast<double>(horizon_ns) / 1e9) +
           " s ahead, but the run lasts " + plant::plain(static_cast<double>(duration_ns) / 1e9) +
           " s";
}

const char* to_string(Verdict verdict) {
    constexpr const char* names[] = {"pass", "fail", "error"};
    return names[static_cast<int>(verdict)];
}

}  // namespace gateway::requirement
