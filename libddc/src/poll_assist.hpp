// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/table.hpp>

#include <array>
#include <chrono>

namespace ddc {

/// Detects that a thread polls boolean entries that are false, and lets it wait until one changes.
///
/// A polling program reads its flags, sleeps if all are false, and reads them again. A read waits
/// here only if the program cannot observe a difference except that it sleeps less: at a false flag
/// that
///  - was read before, with reads of only false flags since then, or
///  - was polled before, to which the program has now written false to answer a request;
/// once per round of polling, and never while another flag of that round is true.
/// One object is used by one thread for one table.
class PollAssist {
  public:
    /// @param longest longest wait; 0: never waits
    explicit PollAssist(std::chrono::microseconds longest) noexcept : longest_(longest) {}

    /// Reads a boolean entry for the thread. May wait.
    Status read(const Table& table, Id id, bool& value) noexcept;
    /// To be called when the thread has read or written an entry that is not boolean: it is not
    /// polling.
    void at_work() noexcept { ++work_; }
    /// To be called when the thread has written false to an entry.
    void lowered(Id id) noexcept { lowered_ = id; }

  private:
    static constexpr Id none = -1;

    struct Polled {
        Id id = none;
        bool is_flag = false;         ///< it was read twice with only flags between
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
