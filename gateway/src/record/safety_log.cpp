// SPDX-License-Identifier: MIT
#include "safety_log.hpp"

#include <spdlog/fmt/fmt.h>

namespace gateway {

using namespace vehicle_interface;

void SafetyLog::after_turn(const TurnRecord& record) {
    const Rules acted = filter_.acted();
    if (acted.empty()) return;
    for (std::size_t i = 0; i < rule_count; ++i) {
        const auto rule = static_cast<Rule>(i);
        if (!acted.has(rule) || told_.has(rule)) continue;
        told_ |= rule;
        const bool only_warns = filter_.mode_of(rule) == RuleMode::warn;
        log_(fmt::format("safety rule {} acts for the first time, at {:g} s{}", name_of(rule),
                         std::chrono::duration<double>(record.now).count(),
                         only_warns ? "; it only warns" : ""));
    }
}

}  // namespace gateway
