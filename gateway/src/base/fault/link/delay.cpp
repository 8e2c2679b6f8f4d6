// SPDX-License-Identifier: MIT
#include "link_fault.hpp"

namespace gateway {

const LinkFaultKind link_delay_kind{
    {"delay",
     "Delays every packet by the same time.",
     {FaultSide::links},
     {packet_time("delay_s", "The delay, in s.")}},
    [](const Fault& fault) {
        return link_fault(
            [delay_s = fault.value("delay_s")](PacketFate& fate, double factor, std::uint64_t) {
                fate.delay += sim_time_of_s(factor * delay_s);
            });
    }};

}  // namespace gateway
