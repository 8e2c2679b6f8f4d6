// SPDX-License-Identifier: MIT
#include "results.hpp"

#include "campaign/store/verdict.hpp"

#include <stdexcept>

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

std::optional<Row> find_row(const Plan& plan, std::uint64_t run) {
    const Shard shard = plan.shard(plan.shard_of(run));
    const RowSet rows = read_shard(shard, list_parts(shard.folder));
    const auto found = rows.rows().find(run);
    return found == rows.rows().end() ? std::nullopt : std::optional(found->second);
}

Plan::Values values_of_run(const Plan& plan, std::uint64_t run) {
    if (!plan.is_search()) return plan.values(run);
    const auto row = find_row(plan, run);
    if (!row || outcome_of(*row) == RunOutcome::skipped)
        throw std::runtime_error("run " + std::to_string(run) +
                                 ": was not executed, so the search has no values for it");
    return values_of(*row);
}

}  // namespace gateway::campaign
