// SPDX-License-Identifier: MIT
#include "tick_batch.hpp"

#include "plant_server.hpp"

#include <plant/tick_together.hpp>

namespace gateway::vdsim {

void TickBatch::add(CmdPort& port, PlantVehicle& vehicle, SteadyTime now) noexcept {
    if (count_ == capacity || vehicle.step() != step_) flush(now);
    plant::SimSession* const session = vehicle.begin_tick(now);
    if (session == nullptr) return port.add_states(vehicle, now);
    step_ = vehicle.step();
    sessions_[count_] = session;
    vehicles_[count_] = &vehicle;
    ports_[count_++] = &port;
}

void TickBatch::flush(SteadyTime now) noexcept {
    plant::tick_together(sessions_.data(), count_, step_, statuses_.data());
    for (std::size_t i = 0; i < count_; ++i) {
        vehicles_[i]->end_tick(statuses_[i]);
        ports_[i]->add_states(*vehicles_[i], now);
    }
    count_ = 0;
}

}  // namespace gateway::vdsim
