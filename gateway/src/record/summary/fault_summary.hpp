// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// One activity of a fault. The last three times are since its begin; nothing: never, or there is
/// no formula.
struct FaultActivity {
    double from_s = 0;                ///< simulated time
    std::optional<double> until_s{};  ///< simulated time; nothing: active at the end of the run
    std::optional<double> detected_s{}, reacted_s{}, recovered_s{};
};

/// A fault of a run.
struct FaultSummary {
    std::string name, kind, target;
    std::vector<FaultActivity> active;
    std::uint64_t activities = 0;  ///< more than `active` has if there were very many
    bool is_detection_judged = false, is_reaction_judged = false, is_recovery_judged = false;
};

nlohmann::ordered_json to_json(const FaultSummary& fault);
/// "bias of inputs.true_velocity, 10.000 to 12.000 s; detected after 0.050 s"
std::string text_of(const FaultSummary& fault);

}  // namespace gateway
