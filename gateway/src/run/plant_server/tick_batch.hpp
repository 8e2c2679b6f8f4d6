// SPDX-License-Identifier: MIT
#pragma once

#include "plant_vehicle.hpp"

#include <array>
#include <cstddef>

namespace gateway::vdsim {

class CmdPort;

/// Vehicles that are ticked together, whatever ports they are at, in space that is set aside once.
/// The STATEs of each are added to its port's while what it has moved is still in the cache.
class TickBatch {
  public:
    static constexpr std::size_t capacity = 64;

    /// Adds one; a full batch, or one of another step, is ticked first.
    void add(CmdPort& port, PlantVehicle& vehicle, SteadyTime now) noexcept;
    void flush(SteadyTime now) noexcept;

  private:
    std::array<plant::SimSession*, capacity> sessions_{};
    std::array<PlantVehicle*, capacity> vehicles_{};
    std::array<CmdPort*, capacity> ports_{};
    std::array<plant::StepStatus, capacity> statuses_{};
    SimTime step_{0};
    std::size_t count_ = 0;
};

}  // namespace gateway::vdsim
