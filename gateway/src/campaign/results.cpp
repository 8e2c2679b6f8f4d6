// SPDX-License-Identifier: MIT
#include "results.hpp"

namespace gateway::campaign {

std::optional<StopDecision> for_each_row(const Plan& plan,
                                         const std::function<void(const Row&)>& visit) {
    StopTest stop(plan.stop_rules());
    const Parts parts = list_parts(plan.shard(0).folder);
    for (std::uint64_t number = 0; number < plan.shards(); ++number) {
        const RowSet rows = read_shard(plan.shard(number), parts);
        for (const auto& [run, row] : rows.rows()) {
            visit(row);
            if (stop.add(row)) return stop.decision();
        }
    }
    return std::nullopt;
}

}  // namespace gateway::campaign
