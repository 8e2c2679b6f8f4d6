// SPDX-License-Identifier: MIT
#pragma once

#include "socket/endpoint.hpp"

#include <atomic>
#include <cstdint>

namespace gateway::vds1 {

/// The sequence numbers of the CMDs from this process to one vehicle: 1, 2, 3, ... as long as the
/// process lives, also where one client after another sends them.
class CmdNumbers {
  public:
    /// @param peer that takes CMDs
    CmdNumbers(const Endpoint& peer, std::uint32_t vehicle_id);

    std::uint32_t next() noexcept { return ++last_; }

  private:
    std::atomic<std::uint32_t>& last_;
};

}  // namespace gateway::vds1
