// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

#include <array>
#include <chrono>

namespace ddc {

/// Notices that a thread polls boolean entries as false and keeps it waiting until one changes.
///
/// A polling program reads its flags, sleeps when all are false, and reads them again. It waits
/// here only where it can observe nothing but the lost sleep: at a false flag that it
///  - reads again although it has read nothing but false flags since the last time, or
///  - polled so before, has now itself written false to answer a request, and reads for the next;
/// once per round of polling, and never while another flag of that round is true.
/// One object belongs to one thread and one table.
class PollAssist {
  public:
    explicit PollAssist(std::chrono::microseconds longest) noexcept : longest_(longest) {}

    /// The thread reads a boolean entry. May wait.
    Status read(const Table& table, Id id, bool& value) noexcept;
    /// The thread read or wrote something that is no boolean: it is at work, not polling.
    void at_work() noexcept { ++work_; }
    /// The thread wrote false to an entry.
    void lowered(Id id) noexcept { lowered_ = id; }

  private:
    static constexpr Id none = -1;

    struct Polled {
        Id id = none;
        bool is_flag = false;         ///< it has been read again with nothing but flags between
        std::uint64_t work = 0;       ///< work_ when it was last read
        std::uint64_t last_read = 0;  ///< reads_ when it was last read
    };
    using Watches = std::array<Watch, 8>;

    Polled& remember(Id id) noexcept;
    bool is_due(Polled& entry) noexcept;
    bool is_polled_with(const Polled& entry, const Polled& other) const noexcept;
    bool all_down(const Table& table, const Polled& entry, Watches& watches,
                  std::size_t& count) const noexcept;
    void wait(const Table& table, const Polled& entry) noexcept;

    std::chrono::microseconds longest_;
    std::array<Polled, 8> polled_{};
    std::uint64_t work_ = 0;
    std::uint64_t reads_ = 0;
    std::uint64_t last_wait_ = 0;  ///< reads_ when it last waited
    Id lowered_ = none;
};

}  // namespace ddc
