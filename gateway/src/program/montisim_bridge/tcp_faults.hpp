// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include <gateway/base/seams.hpp>

#include "fault/link/link_fault.hpp"
#include "fault_schedule/fault_observer.hpp"
#include "fault_schedule/fault_schedule.hpp"
#include "route/route_tracker.hpp"

#include <string>
#include <vector>

namespace gateway::tcp {

/// The target of faults of a simulator's TCP connection: `links.tcp`.
constexpr const char* tcp_part = "tcp";

/// Why ddcserver cannot apply a fault of its TCP connection, or an empty text.
std::string tcp_fault_objection(const PlannedFault& planned);

/// The faults of the TCP connection of one session. Their time is that of the steady clock since
/// the program was attached. TCP repeats what is lost, so they delay packets or cut the connection.
class TcpFaults {
  public:
    /// @param faults without an objection; outlive this
    TcpFaults(const std::vector<PlannedFault>& faults, SteadyTime begin, Log log);
    TcpFaults(const TcpFaults&) = delete;
    TcpFaults& operator=(const TcpFaults&) = delete;

    struct Effect {
        bool is_cut = false;
        std::chrono::nanoseconds delay{0};  ///< of what is sent next
    };
    /// Updates the faults. @return their effect on the next packets that are sent
    Effect at(SteadyTime now);

  private:
    FaultBoard board_;
    FaultSchedule schedule_;
    FaultLog log_;
    LinkFaults links_;
    SteadyTime begin_;
    const BoundEntries no_ports_{};
    const RouteTracker no_route_{};
    const Feedback no_feedback_{};
    const Trajectory no_trajectory_{};
};

}  // namespace gateway::tcp
