// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

#include <array>
#include <chrono>

namespace ddc {

/// Notices that a thread polls boolean entries as false and keeps it waiting until one changes.
///
/// A polling program reads its flags, sleeps when all are false, and reads them again. It waits
/// here only where it can observe nothing but the lost sleep: at a false entry that it
///  - reads again although it has read nothing but false flags since the last time, or
///  - has itself just written false, answering a request, and now reads for the next one;
/// once per round of polling, and never while another of the polled flags is true.
/// One object belongs to one thread and one table.
class PollAssist {
  public:
    explicit PollAssist(std::chrono::microseconds longest) noexcept : longest_(longest) {}

    /// The thread is about to read a boolean entry. May wait. @return what it reads
    Status read(const Table& table, Id id, bool& value) noexcept;
    /// The thread read something that is no boolean: it is at work, not polling.
    void at_work() noexcept { ++work_; }
    /// The thread wrote false to an entry.
    void lowered(Id id) noexcept { lowered_ = id; }

  private:
    struct Polled {
        Id id = -1;
        std::uint64_t work = 0;  ///< work_ when it was last read
        bool read_in_round = false;
    };

    Polled* find(Id id) noexcept;
    Polled& remember(Id id) noexcept;
    void forget(Id id) noexcept;
    bool wait(const Table& table, Polled& entry) noexcept;

    static constexpr Id none = -1;
    std::chrono::microseconds longest_;
    std::array<Polled, 8> polled_{};
    std::size_t oldest_ = 0;
    std::uint64_t work_ = 0;
    Id lowered_ = none;
};

}  // namespace ddc
