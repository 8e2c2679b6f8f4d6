// SPDX-License-Identifier: MIT
#include "command_gate.hpp"

namespace gateway::vds1 {

GateStatus CommandGate::admit(const Endpoint& from, std::uint32_t sequence,
                              SteadyTime now) noexcept {
    if (is_held(now)) {
        if (from != holder_) return GateStatus::other_controller;
        if (sequence != 0 && !is_newer(sequence, sequence_)) return GateStatus::out_of_order;
    }
    ever_held_ = true;
    holder_ = from;
    sequence_ = sequence;
    last_accepted_ = now;
    return GateStatus::accepted;
}

}  // namespace gateway::vds1
