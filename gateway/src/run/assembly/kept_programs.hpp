// SPDX-License-Identifier: MIT
#pragma once

#include "run_config.hpp"

#include "process/child_process.hpp"

#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// A started program, kept between two runs.
struct KeptProgram {
    std::unique_ptr<ChildProcess> child;  ///< null if none is kept
    std::vector<std::string> exec;        ///< its command
    ddc::Id reference_id = 0;
};

/// Programs with `reuse: true`, for successive runs with one table.
class KeptPrograms {
  public:
    /// Prepares for a run: ends the programs that it cannot use because the command or reference id
    /// differs, and removes those that have ended.
    void fit(const RunConfig& config);
    /// The `running` entries of the remaining programs. A program resets itself when this entry is
    /// emptied, so all others must be empty before.
    std::vector<ddc::Id> running_entries() const;
    /// Where the program with that index in the run's list is kept; null if it is not to be reused.
    KeptProgram* of(std::size_t index);
    /// Ends all programs.
    void clear() { programs_.clear(); }

  private:
    struct Place {
        bool is_wanted = false;
        KeptProgram program;
    };
    std::vector<Place> programs_;
};

}  // namespace gateway
