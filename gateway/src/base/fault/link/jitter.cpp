// SPDX-License-Identifier: MIT
#include "link_fault.hpp"

namespace gateway {

const LinkFaultKind jitter_kind{
    {"jitter",
     "Delays each packet by a random time. Packets may overtake each other.",
     {FaultSide::links},
     {packet_time("jitter_s", "The longest delay, in s; all up to it are equally probable.")}},
    [](const Fault& fault) {
        return link_fault([jitter_s = fault.value("jitter_s"), random = FaultRandom(fault)](
                              PacketFate& fate, double factor, std::uint64_t packet) {
            fate.delay += sim_time_of_s(factor * jitter_s * random.uniform(packet));
        });
    }};

}  // namespace gateway
