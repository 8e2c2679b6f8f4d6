// SPDX-License-Identifier: MIT
#include "link_report.hpp"

#include "summary.hpp"

namespace gateway {

void LinkReport::after_cycle(const CycleRecord& /*record*/) {
    const bool is_ignored = client_.statistics().is_ignored;
    if (is_ignored == was_ignored_) return;
    was_ignored_ = is_ignored;
    log_(is_ignored ? warning_of("vehicle", ignored_text())
                    : info_of("vehicle", "the vehicle executes the CMDs of the gateway"));
}

void LinkReport::finish(Summary& summary) {
    const vds1::ClientStatistics& link = client_.statistics();
    Vds1Summary& part = summary.realtime_part().link.emplace();
    part.cmd_sent = link.sent;
    part.cmd_ignored = link.ignored;
    part.state_taken = link.taken;
    part.state_lost = link.lost;
    part.state_reordered = link.reordered;
    part.state_duplicates = link.duplicates;
    part.state_refused = link.not_finite + link.foreign;
    for (const std::uint64_t count : link.rejected) part.state_refused += count;
    part.state_not_ours = link.other_vehicle;
    part.round_trips = link.round_trip.count();
    part.round_trip_us = link.round_trip.percentiles_us();
    part.lag = {std::make_shared<const Histogram>(link.lag), link.late, link.clock_offset_s,
                link.clock_drift_ppm};
}

std::string LinkReport::ignored_text() const {
    const auto version = [](unsigned number) { return "version " + std::to_string(number); };
    const unsigned of_state = client_.state().header.version, of_cmd = client_.cmd_version();
    const std::string text =
        "the vehicle at " + client_.peer() +
        " ignores the CMDs of the gateway: no STATE has confirmed one for 1 s; ";
    if (of_state != of_cmd)
        return text + "its STATEs have " + version(of_state) + ", the CMDs " + version(of_cmd) +
               ": remove vehicle.vds1.version, or set it to " + std::to_string(of_state);
    if (client_.compatibility() == vds1::Compatibility::vdsim)
        return text + "the CMDs restart with sequence number 0";
    return text +
           "if it rejects all sequence numbers up to the last one of an earlier run, as the public "
           "VDSim does, restart it or set vehicle.vds1.compatibility: vdsim";
}

}  // namespace gateway
