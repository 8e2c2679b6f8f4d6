// SPDX-License-Identifier: MIT
#include "link_fault.hpp"

namespace gateway {

const LinkFaultKind cut_kind{
    {"cut", "Loses every packet.", {FaultSide::links}, {}, false}, [](const Fault&) {
        return link_fault([](PacketFate& fate, double, std::uint64_t) { fate.is_lost = true; });
    }};

}  // namespace gateway
