// SPDX-License-Identifier: MIT
#include "filter_chain.hpp"

namespace gateway {

Verdict::Kind FilterChain::apply(Command& command, const FilterInput& input) noexcept {
    using Kind = Verdict::Kind;
    Kind result = Kind::passed;
    if (tap_ != nullptr) tap_->see(command, input.now, input.is_failsafe);
    for (Entry& entry : entries_) {
        const Verdict verdict = entry.filter->apply(command, input);
        if (verdict.kind == Kind::passed) continue;
        entry.last_reason = verdict.reason;
        result = verdict.kind;
        if (result == Kind::changed) {
            ++entry.changed;
            continue;
        }
        ++(result == Kind::refused ? entry.refused : entry.withheld);
        return result;
    }
    return result;
}

Filters create_filters(const FilterOptions& options) {
    Filters filters;
    if (options.safety) {
        auto safety =
            std::make_unique<SafetyFilter>(*options.safety, options.wheel_base_m, options.board);
        filters.safety = safety.get();
        filters.chain.add(std::move(safety));
    }
    return filters;
}

}  // namespace gateway
