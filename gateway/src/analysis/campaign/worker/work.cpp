// SPDX-License-Identifier: MIT
#include "work.hpp"

#include "campaign/store/shard_writer.hpp"
#include "campaign/store/tally.hpp"
#include "dead_tables.hpp"
#include "falsify.hpp"
#include "provenance.hpp"
#include "runner.hpp"
#include "stop_search.hpp"

namespace gateway::campaign {
namespace {

/// @return whether all are there
bool search(const Plan& plan, const Shard& shard, ShardWriter& writer, Runner& runner,
            const RunControl& control) {
    const MakeRun make = [&](std::uint64_t run, const Plan::Values& values) {
        return runner.make(run, values).row;
    };
    return falsify(plan, shard, writer, make, control);
}

}  // namespace

bool work(const Plan& plan, std::uint64_t number, const RunControl& control, const Log& log) {
    const Shard shard = plan.shard(number);
    remove_dead_tables(plan, number);
    StopSearch stop(plan);
    if (stop.is_beyond(shard.first)) return true;
    ShardWriter writer(shard, provenance());
    if (writer.is_published()) return true;
    plan.check_programs();
    Runner runner(plan, number, log);
    if (plan.is_search() && !search(plan, shard, writer, runner, control)) return false;
    for (std::uint64_t run = shard.first; run < shard.end; ++run) {
        if (writer.has(run)) continue;
        if (control.stop) return false;
        if (stop.is_beyond(run)) return true;
        writer.add(runner.make(run, plan.values(run)).row);
    }
    writer.publish();
    remove_dead_tables(plan,
                       number);  // programs of a worker killed just before used one at the start
    Tally tally;
    for (const auto& [run, row] : writer.rows().rows()) tally.add(outcome_of(row));
    log("shard " + std::to_string(number) + ": " + to_string(tally, shard.end - shard.first));
    return true;
}

}  // namespace gateway::campaign
