// SPDX-License-Identifier: MIT
#pragma once

#include "plan.hpp"
#include "scratch_folder.hpp"

#include <gateway/log.hpp>

namespace gateway::campaign {

/// Makes the runs of a plan in this process, one after another, over a table of its own.
class Runner {
  public:
    /// @param log is told what programs and vehicles have to say
    /// @throws std::runtime_error if the configuration cannot be written to a temporary folder
    Runner(const Plan& plan, std::uint64_t shard, Log log);

    /// A run that could not be made is tried once more and then booked as an error.
    Row run(std::uint64_t index);

  private:
    struct Attempt;
    Attempt attempt(std::uint64_t index) const;

    const Plan& plan_;
    Log log_;
    ScratchFolder scratch_;
    std::string table_name_;
};

}  // namespace gateway::campaign
