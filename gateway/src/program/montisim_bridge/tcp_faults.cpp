// SPDX-License-Identifier: MIT
#include "tcp_faults.hpp"

#include <algorithm>
#include <utility>

namespace gateway::tcp {
namespace {

bool is_of_time(const std::optional<FaultTrigger>& trigger) {
    return !trigger || trigger->kind == FaultTrigger::Kind::time ||
           trigger->kind == FaultTrigger::Kind::after;
}

}  // namespace

std::string tcp_fault_objection(const PlannedFault& planned) {
    const FaultKind* const kinds[] = {&cut_kind, &jitter_kind, &link_delay_kind};
    const std::string name = "fault '" + planned.fault.name + "': ";
    if (std::find(std::begin(kinds), std::end(kinds), planned.fault.kind) == std::end(kinds))
        return name + "TCP repeats what is lost; the kind must be cut, delay or jitter";
    if (!is_of_time(planned.from) || !is_of_time(planned.until) || planned.detected ||
        planned.reacted || planned.recovered)
        return name +
               "ddcserver has no vehicle and evaluates no formulas: begin and end must be times";
    if (planned.is_enabled && !planned.from)
        return name +
               "ddcserver cannot switch it by hand: it needs a begin with `from: {time_s: ...}`; "
               "with `enabled: false` it has no effect";
    return {};
}

TcpFaults::TcpFaults(const std::vector<PlannedFault>& faults, SteadyTime begin, Log log)
    : board_(tcp_part),
      schedule_(faults, board_),
      log_(board_, std::move(log)),
      links_(schedule_.faults_of({FaultSide::links}), 0),
      begin_(begin) {
    schedule_.bind({no_ports_, no_ports_, no_route_}, {});
}

TcpFaults::Effect TcpFaults::at(SteadyTime now) {
    const SimTime elapsed = now - begin_;
    schedule_.begin_cycle({elapsed, SimTime{0}, no_feedback_, no_trajectory_});
    log_.report();
    const PacketFate fate = links_.next();
    return {fate.is_lost, fate.delay};
}

}  // namespace gateway::tcp
