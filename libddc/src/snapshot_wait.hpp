// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

#include <chrono>

namespace ddc {

/// Lets a thread that computes again and again while `simulation_running` is true do so once a
/// snapshot of its inputs.
///
/// Such a program reads run_cycle_switch (false) and simulation_running (true), then its inputs,
/// delta_sec last or not at all, writes outputs, and begins again. It waits here at the first flag
/// after its work until delta_sec has been written since it was read, which a gateway does with
/// every snapshot; a change of either flag ends the wait too, and so does a signal. What is not
/// written goes on being waited for, four times as long as delta_sec took last time and a second
/// at most; where it never was while the simulation runs, 100 ms, and then no more.
/// The flags are known by their place: three apart, in a header that says what a program is.
/// One object belongs to one thread and one table.
class SnapshotWait {
  public:
    explicit SnapshotWait(bool is_on) noexcept : is_on_(is_on) {}

    /// The thread is about to read a boolean entry. May wait.
    void before_flag(const Table& table, Id id) noexcept;
    /// It has read a boolean entry.
    void saw_flag(const Table& table, Id id, bool value) noexcept;
    /// The thread reads a number, which may be delta_sec.
    Status read(const Table& table, Id id, double& value) noexcept;
    /// It did anything but look at a flag.
    void at_work() noexcept { has_worked_ = true; }

  private:
    static constexpr Id none = -1;

    bool is_flag(Id id) const noexcept { return id == switch_ || id == switch_ + 3; }
    Id delta() const noexcept { return switch_ + 1; }
    void learn(const Table& table, Id id, bool value) noexcept;
    void begin(const Table& table) noexcept;
    void wait(const Table& table) noexcept;
    bool is_streamed_to(const Table& table) const noexcept;
    bool note_change(const Table& table) noexcept;
    std::chrono::nanoseconds longest() const noexcept;

    bool is_on_;
    Id switch_ = none;         ///< run_cycle_switch of the program, once it is known
    bool is_running_ = false;  ///< simulation_running as it was read last
    bool has_worked_ = false;  ///< since a flag was read
    Id last_flag_ = none;      ///< read with nothing but flags since
    bool last_value_ = false;
    std::uint64_t seen_ = 0;       ///< write counter of delta_sec when it was read
    std::int64_t written_ns_ = 0;  ///< when that was written
    std::chrono::nanoseconds period_{0};
    bool has_period_ = false;  ///< delta_sec was written since the simulation runs
    bool is_in_vain_ = false;  ///< it was waited for, and never came
};

}  // namespace ddc
