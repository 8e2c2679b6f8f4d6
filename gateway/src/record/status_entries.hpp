// SPDX-License-Identifier: MIT
#pragma once

#include "realtime_statistics.hpp"

#include <ddc/group.hpp>
#include <ddc/interface/run_status.hpp>
#include <ddc/table.hpp>

#include <string>

namespace gateway {

/// What a realtime run shows of itself in the table, for `ddc watch 3000` and the like:
/// the entries of ddc/interface/run_status.hpp, a block for each program of the run.
class StatusEntries : public Observer {
  public:
    StatusEntries(ddc::Table& table, std::size_t index, const std::string& name,
                  const Controller& controller, const RealtimeStatistics& statistics);
    /// Says STOPPED.
    ~StatusEntries() override;
    StatusEntries(const StatusEntries&) = delete;
    StatusEntries& operator=(const StatusEntries&) = delete;

    void after_turn(const TurnRecord& record) override;
    /// Says PAUSED.
    void stand_by() override;

  private:
    void show_mode(const char* mode) {
        show_text(ddc::interface::run_status::operation_mode, mode, mode_);
    }
    void show_text(ddc::Id offset, const char* text, const char*& shown);

    ddc::Table& table_;
    ddc::Id base_;
    const Controller& controller_;
    const RealtimeStatistics& statistics_;
    ddc::Group without_age_;  ///< as long as there have been no outputs
    ddc::Group with_age_;
    const char* mode_ = "";
    const char* program_ = "";
};

}  // namespace gateway
