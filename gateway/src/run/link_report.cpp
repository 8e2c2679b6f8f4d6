// SPDX-License-Identifier: MIT
#include "link_report.hpp"

namespace gateway {

void LinkReport::before_turn(SimTime /*now*/, const Feedback& /*feedback*/) {
    const bool is_ignored = client_.statistics().is_ignored;
    if (is_ignored == was_ignored_) return;
    was_ignored_ = is_ignored;
    log_(is_ignored ? what_it_ignores() : "the vehicle follows our CMDs");
}

std::string LinkReport::what_it_ignores() const {
    const auto version = [](unsigned number) { return "version " + std::to_string(number); };
    const unsigned of_state = client_.state().header.version, of_cmd = client_.cmd_version();
    const std::string text = "the vehicle at " + client_.peer() +
                             " ignores our CMDs: its STATEs have shown nothing of them for 1 s; ";
    if (of_state != of_cmd)
        return text + "they are of " + version(of_state) + ", our CMDs of " + version(of_cmd) +
               ": leave vehicle.vds1.version out, or write " + std::to_string(of_state);
    return text + "the CMDs begin again with sequence number 0";
}

}  // namespace gateway
