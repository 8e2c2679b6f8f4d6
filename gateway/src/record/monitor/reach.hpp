// SPDX-License-Identifier: MIT
#pragma once

#include "value.hpp"

namespace gateway::requirement {

/// `before until then` over an interval of time: the robustness of `before` in the whole interval,
/// and of `then` occurring while `before` has held. Joining two consecutive intervals is
/// associative, so a window can be computed from parts in any grouping.
struct Reach {
    Value guard;
    Value reached;

    /// The value of an interval in which both are constant.
    static Reach of(const Value& before, const Value& then) noexcept {
        return {before, worse(before, then)};
    }
    /// The value without a condition `before`.
    static Reach of(const Value& then) noexcept { return {Value::always_true(), then}; }
};

inline Reach joined(const Reach& first, const Reach& second) noexcept {
    return {worse(first.guard, second.guard),
            better(first.reached, worse(first.guard, second.reached))};
}

}  // namespace gateway::requirement
