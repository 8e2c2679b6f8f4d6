// SPDX-License-Identifier: MIT
#include "command_gate.hpp"

namespace gateway::vdsim {

GateStatus CommandGate::admit(const Endpoint& from, const vds1::Header& header,
                              SteadyTime now) noexcept {
    if (is_held(now) && from != holder_) return GateStatus::other_controller;
    if (stream_.admit(from, header, now) == vds1::Acceptance::refused)
        return GateStatus::out_of_order;
    return claim(from, now);
}

GateStatus CommandGate::claim(const Endpoint& sender, SteadyTime now) noexcept {
    if (is_held(now) && sender != holder_) return GateStatus::other_controller;
    ever_held_ = true;
    holder_ = sender;
    last_accepted_ = now;
    return GateStatus::accepted;
}

}  // namespace gateway::vdsim
