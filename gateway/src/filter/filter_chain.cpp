// SPDX-License-Identifier: MIT
#include "filter_chain.hpp"

namespace gateway {

bool FilterChain::apply(Command& command, const FilterInput& input) noexcept {
    for (Entry& entry : entries_) {
        const Verdict verdict = entry.filter->apply(command, input);
        if (verdict.kind == Verdict::Kind::passed) continue;
        entry.last_reason = verdict.reason;
        if (verdict.kind == Verdict::Kind::refused) {
            ++entry.refused;
            return false;
        }
        ++entry.changed;
    }
    return true;
}

FilterChain create_filters() {
    return {};
}

}  // namespace gateway
