// SPDX-License-Identifier: MIT
#pragma once

#include "layout.hpp"
#include "lock.hpp"

#include <ddc/types.hpp>

#include <optional>

namespace ddc {

/// What one read does about writers that disturb its copy, so that it ends in any case: it waits
/// for a writer inside, asks for a gap when they keep coming, and gives up when its time is over.
class ReadRetry {
  public:
    struct Terms {
        /// How long the read may last.
        std::chrono::nanoseconds patience;
        /// How long writers are asked to stay out at first; none on a read-only mapping.
        std::optional<std::chrono::nanoseconds> gap;
        /// Whether a stopped writer is given up at once rather than waited for.
        bool waits_for_stopped = true;
    };

    ReadRetry(const WriteLock& lock, const Terms& terms) noexcept : lock_(lock), terms_(terms) {}
    ~ReadRetry() {
        if (asked_) lock_.had_gap();
    }
    ReadRetry(const ReadRetry&) = delete;
    ReadRetry& operator=(const ReadRetry&) = delete;

    /// A copy failed because the counter of `cell` was `met`.
    /// @return ok to try again, half_written if the writer died there, timed_out, or busy in a
    ///         signal handler that interrupted that very writer
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
