// SPDX-License-Identifier: MIT
#include "bounded_json.hpp"

#include "context.hpp"

#include <ddc/interface/json_depth.hpp>

namespace ddc::command {

nlohmann::json parse_bounded(const std::string& text) {
    constexpr int deepest = 32;  // the deepest port has eight levels
    const auto refuse = [] {
        throw UsageError("is nested more than " + std::to_string(deepest) + " deep");
    };
    return nlohmann::json::parse(text, interface::limit_depth(deepest, refuse), false);
}

}  // namespace ddc::command
