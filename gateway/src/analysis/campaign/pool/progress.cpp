// SPDX-License-Identifier: MIT
#include "progress.hpp"

#include "campaign/results/results.hpp"

#include <cmath>
#include <cstdio>

namespace gateway::campaign {
namespace {

void add_rows(const RowSet& rows, Progress& to) {
    for (const auto& [run, row] : rows.rows()) to.tally.add(outcome_of(row));
}

}  // namespace

void ProgressCounter::add(const Shard& shard, const Parts& parts, Progress& to) {
    RowSet rows(shard.is_repeatable);
    if (read_done(shard, rows)) {
        add_rows(rows, published_);
        ++published_.published;
        is_counted_.insert(shard.number);
        return;
    }
    if (parts.count(shard.number) > 0) add_rows(read_shard(shard, parts), to);
}

/// Counts the runs up to the stop decision; they do not change any more.
Progress ProgressCounter::stopped(const StopDecision& decision) {
    if (published_.stopped) return published_;
    published_ = {decision.run + 1, {}, plan_.shard_of(decision.run) + 1, 0, decision};
    published_.published = published_.shards;
    for_each_row(plan_, [&](const Row& row) { published_.tally.add(outcome_of(row)); });
    return published_;
}

Progress ProgressCounter::count() {
    if (const auto& decision = stop_.look()) return stopped(*decision);
    const Parts parts = list_parts(plan_.shard(0).folder);
    Progress begun;
    for (std::uint64_t number = 0; number < plan_.shards(); ++number)
        if (is_counted_.count(number) == 0) add(plan_.shard(number), parts, begun);
    begun.tally.add(published_.tally);
    return {plan_.runs(), begun.tally, plan_.shards(), published_.published, std::nullopt};
}

std::string to_string(const Progress& p, std::uint64_t present_before, double elapsed_s) {
    std::string text = to_string(p.tally, p.runs);
    const std::uint64_t present = p.tally.present();
    const double rate =
        elapsed_s > 0 ? static_cast<double>(present - present_before) / elapsed_s : 0;
    if (rate > 0 && !p.stopped) {
        char figures[80];
        std::snprintf(figures, sizeof figures, "; %.3g runs/s, %.0f s left", rate,
                      std::ceil(static_cast<double>(p.runs - present) / rate));
        text += figures;
    }
    if (p.stopped) text += "; " + to_string(*p.stopped);
    return text;
}

}  // namespace gateway::campaign
