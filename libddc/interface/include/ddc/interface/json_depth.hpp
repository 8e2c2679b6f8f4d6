// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <utility>

namespace ddc::interface {

/// A callback for the parser of nlohmann/json that limits the nesting: without it, deeply nested
/// input could need an unlimited stack.
/// @param refuse called for a value that is nested deeper than `deepest`; must throw
template <class Refuse>
auto limit_depth(int deepest, Refuse refuse) {
    return [deepest, refuse = std::move(refuse)](int depth, nlohmann::json::parse_event_t event,
                                                 const auto& /*value*/) {
        using Event = nlohmann::json::parse_event_t;
        const bool opens = event == Event::object_start || event == Event::array_start;
        if (depth + (opens ? 1 : 0) > deepest) refuse();
        return true;
    };
}

}  // namespace ddc::interface
