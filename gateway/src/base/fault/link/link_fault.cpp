// SPDX-License-Identifier: MIT
#include "link_fault.hpp"

namespace gateway {

std::vector<const LinkFaultKind*> link_fault_kinds() {
    return {&corruption_kind, &cut_kind,  &link_delay_kind, &duplicates_kind,
            &jitter_kind,     &loss_kind, &reordering_kind};
}

FaultParameter packet_probability() {
    return {"probability", "Probability of each packet.", {0, 1}};
}

FaultParameter packet_time(const char* key, const char* about) {
    return {key, about, {0, LinkFaults::longest_delay_s}};
}

LinkFaults::LinkFaults(const std::vector<AppliedFault>& faults, std::uint32_t direction)
    : packet_(std::uint64_t{direction} << 48U) {
    for (const AppliedFault& applied : faults)
        items_.push_back(
            {applied,
             static_cast<const LinkFaultKind*>(applied.fault.kind)->create(applied.fault)});
}

PacketFate LinkFaults::next() noexcept {
    PacketFate fate;
    const std::uint64_t packet = packet_++;
    for (const Item& item : items_)
        if (item.applied.state.is_active)
            item.fault->decide(fate, item.applied.state.factor, packet);
    return fate;
}

}  // namespace gateway
