// SPDX-License-Identifier: MIT
#include "bounded_json.hpp"

#include "context.hpp"

namespace ddc::command {

nlohmann::json parse_bounded(const std::string& text) {
    using nlohmann::json;
    constexpr int deepest = 32;  // the deepest port is nested eight times
    const auto refuse_depth = [](int depth, json::parse_event_t, json&) {
        if (depth > deepest)
            throw UsageError("is nested more than " + std::to_string(deepest) + " deep");
        return true;
    };
    return json::parse(text, refuse_depth, false);
}

}  // namespace ddc::command
