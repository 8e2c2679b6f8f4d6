// SPDX-License-Identifier: MIT
#pragma once

#include "../record/realtime_statistics.hpp"

#include <string>

namespace gateway {

/// What a realtime run shows of itself in the table, for `ddc watch` and whoever else looks:
/// entries below the programs, at `first + size * index` for the index-th program of a run.
///
/// | offset | type   | what |
/// | ---    | ---    | ---  |
/// | 0      | string | the program's name |
/// | 1      | string | operation_mode: OK, FAIL (the vehicle has not been heard of), PAUSED,
/// STOPPED | | 2      | string | the program: starting, answering, silent, idle, away | | 3      |
/// int32  | turns so far: stands still when the gateway does | | 4      | int32  | turns with the
/// fail-safe command | | 5      | int32  | how often the program fell silent | | 6      | int32  |
/// how often the program was lost | | 7      | int32  | how often the vehicle was not heard of | |
/// 8      | double | age of the outputs in s |
class StatusEntries : public Observer {
  public:
    static constexpr ddc::Id first = 0x3000;
    static constexpr ddc::Id size = 16;

    StatusEntries(ddc::Table& table, std::size_t index, const std::string& name,
                  const RealtimeStatistics& statistics);
    /// Says STOPPED.
    ~StatusEntries() override;
    StatusEntries(const StatusEntries&) = delete;
    StatusEntries& operator=(const StatusEntries&) = delete;

    void after_turn(const TurnRecord& record) override;
    void show_pause() { show_mode("PAUSED"); }

  private:
    void show_mode(const char* mode) { show_text(1, mode, mode_); }
    void show_text(ddc::Id offset, const char* text, const char*& shown);

    ddc::Table& table_;
    ddc::Id base_;
    const RealtimeStatistics& statistics_;
    ddc::Group group_;
    const char* mode_ = "";
    const char* program_ = "";
};

}  // namespace gateway
