// SPDX-License-Identifier: MIT
#include "fault_summary.hpp"

#include <nlohmann/json.hpp>

#include <spdlog/fmt/fmt.h>

namespace gateway {
namespace {

/// More activities are only counted in a text.
constexpr std::size_t most_in_text = 3;

/// Calls `use` with name and time of each formula that judges the reaction.
template <class Use>
void for_each_time(const FaultSummary& fault, const FaultActivity& activity, const Use& use) {
    if (fault.is_detection_judged) use("detected", activity.detected_s);
    if (fault.is_reaction_judged) use("reacted", activity.reacted_s);
    if (fault.is_recovery_judged) use("recovered", activity.recovered_s);
}

std::string text_of(const FaultSummary& fault, const FaultActivity& activity) {
    std::string text = fmt::format("{:.3f} s", activity.from_s);
    text += activity.until_s ? fmt::format(" to {:.3f} s", *activity.until_s) : " to the end";
    for_each_time(fault, activity, [&](const char* name, const std::optional<double>& time_s) {
        text += time_s ? fmt::format(", {} after {:.3f} s", name, *time_s)
                       : fmt::format(", not {}", name);
    });
    return text;
}

}  // namespace

nlohmann::ordered_json to_json(const FaultSummary& fault) {
    auto list = nlohmann::ordered_json::array();
    for (const FaultActivity& activity : fault.active) {
        nlohmann::ordered_json item{{"from_s", activity.from_s}, {"until_s", nullptr}};
        if (activity.until_s) item["until_s"] = *activity.until_s;
        for_each_time(fault, activity, [&](const char* name, const std::optional<double>& time_s) {
            auto& value = item[std::string(name) + "_s"] = nullptr;
            if (time_s) value = *time_s;
        });
        list.push_back(item);
    }
    return {{"name", fault.name},
            {"kind", fault.kind},
            {"target", fault.target},
            {"activities", fault.activities},
            {"active", list}};
}

std::string text_of(const FaultSummary& fault) {
    std::string text = fault.name + ": " + fault.kind + " of " + fault.target;
    if (fault.active.empty()) return text + ", never active";
    for (std::size_t i = 0; i < fault.active.size() && i < most_in_text; ++i)
        text += "; " + text_of(fault, fault.active[i]);
    if (fault.activities > most_in_text) text += fmt::format("; {} times in all", fault.activities);
    return text;
}

}  // namespace gateway
