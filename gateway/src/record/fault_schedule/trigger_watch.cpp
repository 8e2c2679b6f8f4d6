// SPDX-License-Identifier: MIT
#include "trigger_watch.hpp"

#include <utility>

namespace gateway {

TriggerWatch::TriggerWatch(const FaultTrigger& trigger, ColumnReader& columns) : trigger_(trigger) {
    if (trigger.kind == FaultTrigger::Kind::formula)
        condition_.emplace(trigger.formula, columns, "faults");
}

bool TriggerWatch::acts(const TriggerInput& input, SimTime since) {
    const bool is_true = holds(input, since);
    if (!is_true || std::exchange(was_true_, true)) {
        was_true_ = is_true;
        return false;
    }
    ++count_;
    return trigger_.occurrence == 0 || trigger_.occurrence == count_;
}

void TriggerWatch::reset() {
    was_true_ = false;
    count_ = 0;
}

bool TriggerWatch::holds(const TriggerInput& input, SimTime since) {
    switch (trigger_.kind) {
        case FaultTrigger::Kind::time:
            return input.now >= trigger_.time;
        case FaultTrigger::Kind::after:
            return input.now >= since + trigger_.time;
        case FaultTrigger::Kind::route:
            return input.along_route_m >= trigger_.route_m;
        default:
            return condition_->holds(input.columns);
    }
}

}  // namespace gateway
