// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"
#include "process/own_table.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gateway::campaign {

/// The table of a worker's runs, which are executed one after another. It is created once, since
/// that takes several milliseconds, and emptied for each run.
class WorkerTable {
  public:
    /// @throws ddc::TableError
    explicit WorkerTable(const ddc::TableOptions& options);

    /// Empties the entries that were written since the last call, so that it equals a new table.
    /// @param last entries that are emptied after all others, written or not
    /// @throws std::runtime_error if that fails; then the table must not be used any more
    void empty(const std::vector<ddc::Id>& last = {});

  private:
    void empty_entry(ddc::Id id);

    OwnTable table_;
    std::vector<std::uint64_t> seen_;  ///< write counts of all entries when they were emptied
};

/// The name of the table of a worker of this shard, without the pid at its end.
std::string table_front(const Plan& plan, std::uint64_t shard);

/// Removes the tables of killed workers of this shard, unless a program still uses them.
void remove_dead_tables(const Plan& plan, std::uint64_t shard);

}  // namespace gateway::campaign
