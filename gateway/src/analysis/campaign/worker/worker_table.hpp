// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"
#include "process/own_table.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gateway::campaign {

/// The table of a worker's runs, which are made one after another: it is made once, since that
/// takes several milliseconds, and emptied for each run.
class WorkerTable {
  public:
    /// @throws ddc::TableError
    explicit WorkerTable(const ddc::TableOptions& options);

    /// Empties the entries that were written since the last time, so that a run finds a table as if
    /// it were new.
    /// @param last entries that are emptied behind all others, written or not
    /// @throws std::runtime_error if it cannot; then the table is of no use any more
    void empty(const std::vector<ddc::Id>& last = {});

  private:
    void empty_entry(ddc::Id id);

    OwnTable table_;
    std::vector<std::uint64_t> seen_;  ///< write counters of all entries when they were empty
};

/// What the table of a worker of this shard is called before the number of its process.
std::string table_front(const Plan& plan, std::uint64_t shard);

/// Removes the tables of this shard's workers that were killed. One that a program of such a worker
/// still uses stays.
void remove_dead_tables(const Plan& plan, std::uint64_t shard);

}  // namespace gateway::campaign
