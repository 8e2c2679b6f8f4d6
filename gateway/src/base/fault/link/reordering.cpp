// SPDX-License-Identifier: MIT
#include "link_fault.hpp"

namespace gateway {

const LinkFaultKind reordering_kind{
    {"reordering",
     "Packets are held back at random, so that later ones overtake them.",
     {FaultSide::links},
     {packet_probability(), packet_time("delay_s", "How long they are held back, in s.")}},
    [](const Fault& fault) {
        return link_fault(
            [probability = fault.value("probability"),
             delay = sim_time_of_s(fault.value("delay_s")),
             random = FaultRandom(fault)](PacketFate& fate, double factor, std::uint64_t packet) {
                if (random.uniform(packet) < factor * probability) fate.delay += delay;
            });
    }};

}  // namespace gateway
