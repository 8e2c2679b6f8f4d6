// SPDX-License-Identifier: MIT
#include "column_unit.hpp"

#include "text/text.hpp"

#include <ddc/interface/signals.hpp>

#include <string_view>

namespace gateway::requirement {
namespace {

struct Ending {
    std::string_view text;
    const char* unit;
};

constexpr Ending endings[] = {
    {"_mps", "m/s"}, {"_mps2", "m/s2"}, {"_radps", "rad/s"}, {"_rad", "rad"}, {"_deg", "deg"},
    {"_m", "m"},     {"_s", "s"},       {"_sec", "s"},       {"_ms", "ms"},   {"_us", "us"},
};

const char* unit_by_ending(std::string_view name) {
    for (const Ending& ending : endings)
        if (name != ending.text && ends_with(name, ending.text)) return ending.unit;
    return "";
}

}  // namespace

std::string column_unit(const std::string& name) {
    if (name.rfind("fault.", 0) == 0) return {};
    const std::string whole = name.substr(0, name.find_first_of("[."));
    const std::string last = name.substr(name.rfind('.') + 1);
    const std::string by_ending = unit_by_ending(last.substr(0, last.find('[')));
    const auto* signal = ddc::interface::find_signal(whole);
    const bool is_field = last != name;
    return signal != nullptr && (!is_field || by_ending.empty()) ? std::string(signal->unit)
                                                                 : by_ending;
}

}  // namespace gateway::requirement
