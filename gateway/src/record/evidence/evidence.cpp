// SPDX-License-Identifier: MIT
#include "evidence.hpp"

#include <nlohmann/json.hpp>

namespace gateway {

void add_to_json(const Evidence& evidence, nlohmann::ordered_json& json) {
    for (std::size_t i = 0; i < measure_count; ++i)
        json[key_of(static_cast<Measure>(i))] = to_json(evidence.measures[i]);
    json["per_minute"] = evidence.minutes.to_json();
    json["worst"] = evidence.moments.to_json();
    json["unexamined_periods"] = evidence.unexamined_periods;
}

}  // namespace gateway
