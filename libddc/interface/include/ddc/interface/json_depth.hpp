// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <utility>

namespace ddc::interface {

/// For the parser of nlohmann/json: working on a text from outside that is nested without end would
/// need a stack without bound.
/// @param refuse called in the place of what is nested deeper than `deepest`; throws
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
