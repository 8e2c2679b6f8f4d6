// SPDX-License-Identifier: MIT
#include "filter_chain.hpp"

namespace gateway {

Verdict::Kind FilterChain::apply(Command& command, const FilterInput& input) noexcept {
    using Kind = Verdict::Kind;
    Kind result = Kind::passed;
    if (tap_ != nullptr) tap_->store(command, input.now, input.is_failsafe);
    for (Entry& entry : entries_) {
        const Verdict verdict = entry.filter->apply(command, input);
        if (verdict.kind == Kind::passed) continue;
        FilterCount& count = entry.count;
        count.last_reason = verdict.reason;
        result = verdict.kind;
        if (result == Kind::changed) {
            ++count.changed;
            continue;
        }
        ++(result == Kind::refused ? count.refused : count.withheld);
        return result;
    }
    return result;
}

bool FilterChain::refuses_held(const Command& held, const FilterInput& input) noexcept {
    for (Entry& entry : entries_) {
        const Verdict verdict = entry.filter->look_at_held(held, input);
        if (verdict.kind != Verdict::Kind::refused) continue;
        entry.count.last_reason = verdict.reason;
        ++entry.count.refused;
        return true;
    }
    return false;
}

bool FilterChain::holds_back(const Feedback& feedback) noexcept {
    bool holds_back = false;
    for (Entry& entry : entries_) holds_back |= entry.filter->holds_back(feedback);
    return holds_back;
}

Filters create_filters(const FilterOptions& options) {
    Filters filters;
    if (options.safety) {
        auto safety =
            std::make_unique<SafetyFilter>(*options.safety, options.wheel_base_m, options.board);
        filters.rules = safety.get();
        if (!options.safety->is_default) filters.safety = filters.rules;
        filters.chain.add(std::move(safety));
    }
    return filters;
}

}  // namespace gateway
