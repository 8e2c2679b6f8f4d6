// SPDX-License-Identifier: MIT
#pragma once

#include "value.hpp"

namespace gateway::requirement {

/// `before until then` over a stretch of time: how robustly `before` holds throughout, and how
/// robustly `then` comes while `before` has held. Joining two stretches that follow each other is
/// associative, so that windows can be made of parts in any grouping.
struct Reach {
    Value guard;
    Value reached;

    /// Over a stretch in which both are constant.
    static Reach of(const Value& before, const Value& then) noexcept {
        return {before, worse(before, then)};
    }
    /// Where nothing must hold before.
    static Reach of(const Value& then) noexcept { return {Value::always_true(), then}; }
};

inline Reach joined(const Reach& first, const Reach& second) noexcept {
    return {worse(first.guard, second.guard),
            better(first.reached, worse(first.guard, second.reached))};
}

}  // namespace gateway::requirement
