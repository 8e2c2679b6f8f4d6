// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace gateway::requirement {

/// The robustness of a term at one instant, and the comparison that determines it. At a robustness
/// of 0 the relation decides: x < 0 does not hold at 0, x <= 0 does.
struct Value {
    double robustness = 0;
    bool holds = false;  ///< true above 0, false below
    std::uint32_t comparison = 0;
    std::int64_t time_ns = 0;
    double left = 0, right = 0;  ///< sides of the comparison at that time

    static Value always_true() { return {std::numeric_limits<double>::infinity(), true}; }
};

inline bool is_same(const Value& a, const Value& b) noexcept {
    return !(a.robustness < b.robustness) && !(b.robustness < a.robustness) && a.holds == b.holds;
}

inline bool is_less(const Value& a, const Value& b) noexcept {
    return a.robustness < b.robustness || (!(b.robustness < a.robustness) && a.holds < b.holds);
}

/// The value with the smaller robustness; the first one if they are equal.
inline const Value& worse(const Value& a, const Value& b) noexcept {
    return is_less(b, a) ? b : a;
}
inline const Value& better(const Value& a, const Value& b) noexcept {
    return is_less(a, b) ? b : a;
}

inline Value opposite(Value value) noexcept {
    value.robustness = 0 - value.robustness;
    value.holds = !value.holds;
    return value;
}

}  // namespace gateway::requirement
