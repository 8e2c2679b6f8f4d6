// SPDX-License-Identifier: MIT
#include "first_acts.hpp"

#include <plant/number_text.hpp>

namespace gateway {

using namespace vehicle_interface;

void FirstActs::report(const Log& log) {
    for (std::size_t i = 0; i < rule_count; ++i) {
        const auto rule = static_cast<Rule>(i);
        if (reported_.has(rule) || board_.rules[i].count == 0) continue;
        reported_ |= rule;
        const std::chrono::duration<double> at = board_.rules[i].first.load();
        log(warning_of("safety", std::string("safety rule ") + name_of(rule) +
                                     " first triggered at " + plant::plain(at.count()) + " s"));
    }
}

}  // namespace gateway
