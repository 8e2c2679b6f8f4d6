// SPDX-License-Identifier: MIT
#pragma once

#include "run_config.hpp"

#include "process/child_process.hpp"

#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// A program that the gateway has started, between two runs.
struct KeptProgram {
    std::unique_ptr<ChildProcess> child;  ///< null if none is kept
    std::vector<std::string> exec;        ///< its command
    ddc::Id reference_id = 0;
};

/// The programs with `reuse: true` of runs that are made one after another over one table.
class KeptPrograms {
  public:
    /// Makes ready for a run: ends the programs that it has no use for, since theirs have another
    /// command or reference id, and forgets those that have ended.
    void fit(const RunConfig& config);
    /// The entries `running` of those that are left: each resets itself when that is emptied, so
    /// all others must be empty by then.
    std::vector<ddc::Id> running_entries() const;
    /// Where the program of that index in the run's list is kept; null if it does not want to be.
    KeptProgram* of(std::size_t index);
    /// Ends all.
    void clear() { programs_.clear(); }

  private:
    struct Place {
        bool is_wanted = false;
        KeptProgram program;
    };
    std::vector<Place> programs_;
};

}  // namespace gateway
