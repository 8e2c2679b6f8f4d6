// SPDX-License-Identifier: MIT
#include "beginning.hpp"

#include "requirement/formula.hpp"

namespace gateway::requirement {

void WindowBeginning::enter(std::int64_t start_ns, const Reach& reach) {
    end_last(start_ns);
    last_start_ns_ = start_ns;
    last_ = reach;
}

void WindowBeginning::end_last(std::int64_t end_ns) {
    const bool is_inside = last_start_ns_ != never && end_ns > begin_ns_ + from_ns_ &&
                           (to_ns_ == unbounded || last_start_ns_ <= begin_ns_ + to_ns_);
    if (is_inside) total_ = total_ ? joined(*total_, last_) : last_;
}

Value WindowBeginning::value_until(std::int64_t known_ns) {
    end_last(known_ns);
    last_start_ns_ = never;
    return total_->reached;
}

void EventuallyBeginning::advance() {
    while (operand_.next_ns() != never) {
        const std::int64_t start_ns = operand_.next_ns();
        enter(start_ns, Reach::of(operand_.take()));
    }
}

void UntilBeginning::advance() {
    for (auto start_ns = operands_.step(); start_ns != never; start_ns = operands_.step())
        enter(start_ns, Reach::of(operands_.left(), operands_.right()));
}

}  // namespace gateway::requirement
