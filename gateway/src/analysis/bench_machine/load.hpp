// SPDX-License-Identifier: MIT
#pragma once

#include "forked_process.hpp"

#include <chrono>
#include <list>
#include <vector>

namespace gateway::machine {

/// Processes that keep CPUs and memory busy with ordinary priority, one for each CPU.
class Load {
  public:
    /// @param longest after this time a process ends by itself
    /// @throws std::system_error
    Load(const std::vector<int>& cpus, std::chrono::nanoseconds longest);

  private:
    std::list<ForkedProcess> processes_;
};

}  // namespace gateway::machine
