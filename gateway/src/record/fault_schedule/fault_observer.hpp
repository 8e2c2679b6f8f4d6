// SPDX-License-Identifier: MIT
#pragma once

#include "fault_schedule.hpp"

#include <gateway/base/log.hpp>
#include "realtime/side_thread.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace gateway {

/// Logs begin and end of each fault. Not thread-safe.
class FaultLog {
  public:
    /// @param board outlives this
    FaultLog(const FaultBoard& board, Log log);
    /// Logs the changes since the last call; of several changes of a fault the last one.
    void report();

  private:
    const FaultBoard& board_;
    Log log_;
    std::vector<std::uint64_t> reported_;  ///< changes of each fault
};

/// Passes the cycles of a run to its faults, and logs their changes; in realtime mode from another
/// thread.
class FaultObserver : public Observer {
  public:
    /// @param schedule, board outlive this
    FaultObserver(FaultSchedule& schedule, const FaultBoard& board, Log log, bool is_realtime);

    void after_cycle(const CycleRecord& record) override;
    void finish(Summary& summary) override;

  private:
    bool has_changed();

    FaultSchedule& schedule_;
    const FaultBoard& board_;
    FaultLog log_;
    std::uint64_t changes_ = 0;  ///< of all faults
    std::optional<SideThread<std::uint64_t>> log_thread_;
};

}  // namespace gateway
