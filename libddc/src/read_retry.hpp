// SPDX-License-Identifier: MIT
#pragma once

#include "layout.hpp"
#include "lock.hpp"

#include <ddc/types.hpp>

#include <optional>

namespace ddc {

/// Handles writers that disturb the copy of one read, so that the read always ends: waits for a
/// writer inside the cell, requests a gap between writes if writes are frequent, and gives up after
/// a time.
class ReadRetry {
  public:
    /// Limits of a read.
    struct Terms {
        /// Longest duration of the read.
        std::chrono::nanoseconds patience;
        /// Length of the first requested gap; empty on a read-only mapping.
        std::optional<std::chrono::nanoseconds> gap;
        /// Whether to wait for a stopped writer; otherwise the read times out at once.
        bool waits_for_stopped = true;
    };

    ReadRetry(const WriteLock& lock, const Terms& terms) noexcept : lock_(lock), terms_(terms) {}
    ~ReadRetry() {
        if (asked_) lock_.had_gap();
    }
    ReadRetry(const ReadRetry&) = delete;
    ReadRetry& operator=(const ReadRetry&) = delete;

    /// To be called when a copy failed because the counter of `cell` was `met`. May wait.
    /// @return ok: try again; half_written: the writer died in the cell; timed_out; busy: called in
    /// a
    ///         signal handler that interrupted the writer
    Status disturbed(const layout::Cell& cell, std::uint64_t met) noexcept;

  private:
    Status outwait(const layout::Cell& cell, std::uint64_t stuck) noexcept;
    bool is_over() noexcept;
    void ask_for_gap() noexcept;

    const WriteLock& lock_;
    Terms terms_;
    Deadline deadline_{};
    int tries_ = 0;
    bool asked_ = false;
};

}  // namespace ddc
