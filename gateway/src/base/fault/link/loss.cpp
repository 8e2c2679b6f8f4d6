// SPDX-License-Identifier: MIT
#include "link_fault.hpp"

namespace gateway {

const LinkFaultKind loss_kind{
    {"loss", "Loses packets at random.", {FaultSide::links}, {packet_probability()}},
    [](const Fault& fault) {
        return link_fault([probability = fault.value("probability"), random = FaultRandom(fault)](
                              PacketFate& fate, double factor, std::uint64_t packet) {
            if (random.uniform(packet) < factor * probability) fate.is_lost = true;
        });
    }};

}  // namespace gateway
