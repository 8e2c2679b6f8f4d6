// SPDX-License-Identifier: MIT
#pragma once

#include "summary/realtime_statistics.hpp"

#include "safety/safety_filter.hpp"

#include <ddc/group.hpp>
#include <ddc/interface/run_status.hpp>
#include <ddc/table.hpp>

#include <string>

namespace gateway {

/// Writes the status of a realtime run to the table, for `ddc watch 3000` and similar tools: the
/// entries of ddc/interface/run_status.hpp, one block for each program of the run.
class StatusEntries : public Observer {
  public:
    StatusEntries(ddc::Table& table, std::size_t index, const std::string& name,
                  const Controller& controller, const RealtimeStatistics& statistics,
                  const SafetyFilter* safety = nullptr);
    /// Writes the mode STOPPED.
    ~StatusEntries() override;
    StatusEntries(const StatusEntries&) = delete;
    StatusEntries& operator=(const StatusEntries&) = delete;

    void after_cycle(const CycleRecord& record) override;
    /// Writes the mode PAUSED.
    void stand_by() override;

  private:
    void show_mode(const char* mode) {
        show_text(ddc::interface::run_status::operation_mode, mode, mode_);
    }
    void show_rules();
    void show_text(ddc::Id offset, const char* text, const char*& shown);

    ddc::Table& table_;
    ddc::Id base_;
    const Controller& controller_;
    const RealtimeStatistics& statistics_;
    const SafetyFilter* safety_;  ///< null without rules
    std::uint64_t safety_cycles_ = 0;
    ddc::Group without_age_;  ///< used before the first outputs
    ddc::Group with_age_;
    const char* mode_ = "";
    const char* program_ = "";
    const char* rule_ = "";
};

}  // namespace gateway
