// SPDX-License-Identifier: MIT
#include "command_gate.hpp"

#include "../vds1/sequence.hpp"

namespace gateway::vdsim {

GateStatus CommandGate::admit(const vds1::Endpoint& from, std::uint32_t sequence,
                              SteadyTime now) noexcept {
    if (is_held(now)) {
        if (from != holder_) return GateStatus::other_controller;
        if (sequence != 0 && !vds1::is_newer(sequence, sequence_)) return GateStatus::out_of_order;
    }
    ever_held_ = true;
    holder_ = from;
    sequence_ = sequence;
    last_accepted_ = now;
    return GateStatus::accepted;
}

}  // namespace gateway::vdsim
