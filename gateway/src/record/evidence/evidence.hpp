// SPDX-License-Identifier: MIT
#pragma once

#include "distribution.hpp"
#include "minutes.hpp"
#include "moments.hpp"
#include "period.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>

namespace gateway {

/// The evidence of a realtime run, for its summary: whether, when and why it met its deadlines.
struct Evidence {
    std::array<Distribution, measure_count> measures;
    Minutes minutes;
    Moments moments;
    std::uint64_t unexamined_periods = 0;  ///< missing in all the others

    const Distribution& operator[](Measure measure) const {
        return measures[static_cast<std::size_t>(measure)];
    }
};

/// Adds the distributions, the minutes and the worst moments to the object of a realtime run.
void add_to_json(const Evidence& evidence, nlohmann::ordered_json& json);

}  // namespace gateway
