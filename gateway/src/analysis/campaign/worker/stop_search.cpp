// SPDX-License-Identifier: MIT
#include "stop_search.hpp"

namespace gateway::campaign {

const std::optional<StopDecision>& StopSearch::look() {
    if (plan_.stop_rules().is_empty()) return test_.decision();
    for (; !test_.decision() && next_shard_ < plan_.shards(); ++next_shard_) {
        RowSet rows(plan_.is_repeatable());
        if (!read_done(plan_.shard(next_shard_), rows)) break;
        for (const auto& [run, row] : rows.rows())
            if (test_.add(row)) break;
    }
    return test_.decision();
}

}  // namespace gateway::campaign
