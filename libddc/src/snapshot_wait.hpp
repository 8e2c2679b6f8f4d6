// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

#include <chrono>

namespace ddc {

/// Lets a thread that computes repeatedly while `simulation_running` is true compute once per
/// snapshot of its inputs.
///
/// Such a program reads run_cycle_switch (false) and simulation_running (true), then its inputs
/// (delta_sec last or not at all), writes outputs, and repeats. After its work, it waits here at
/// the first flag until delta_sec is written; a gateway writes it with every snapshot. A change of
/// either flag or a signal also ends the wait. The longest wait is four times the last period of
/// delta_sec, and 20 ms to 1 s. If delta_sec has not been written since the simulation started,
/// there is one wait of 100 ms and then none. The flags are recognized by their ids: they differ by
/// three and belong to the header of a program. One object is used by one thread for one table.
class SnapshotWait {
  public:
    /// @param is_on false: never waits
    explicit SnapshotWait(bool is_on) noexcept : is_on_(is_on) {}

    /// To be called before the thread reads a boolean entry. May wait.
    void before_flag(const Table& table, Id id) noexcept;
    /// To be called after the thread has read a boolean entry.
    void saw_flag(const Table& table, Id id, bool value) noexcept;
    /// Reads a number for the thread; it may be delta_sec.
    Status read(const Table& table, Id id, double& value) noexcept;
    /// To be called when the thread has done anything but read a flag.
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
    Id switch_ = none;         ///< run_cycle_switch of the program; none until it is recognized
    bool is_running_ = false;  ///< last value of simulation_running that was read
    bool has_worked_ = false;  ///< since a flag was read
    Id last_flag_ = none;      ///< last flag that was read; none if there is none
    bool last_value_ = false;
    std::uint64_t seen_ = 0;       ///< write counter of delta_sec at its last read
    std::int64_t written_ns_ = 0;  ///< time of that write
    std::chrono::nanoseconds period_{0};
    bool has_period_ = false;  ///< delta_sec was written since the simulation started
    bool is_in_vain_ = false;  ///< a wait for delta_sec timed out, and it has never been written
};

}  // namespace ddc
