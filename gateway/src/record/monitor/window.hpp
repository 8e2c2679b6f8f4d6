// SPDX-License-Identifier: MIT
#pragma once

#include "reach.hpp"
#include "ring.hpp"
#include "stream.hpp"

#include <cstdint>

namespace gateway::requirement {

/// The joined value of the intervals in a sliding window, which they enter at its end and leave at
/// its begin. Each interval takes constant time on average: there are two stacks, and the older one
/// stores for each interval the joined value of it and of all later ones.
class SlidingReach {
  public:
    void reserve(std::size_t stretches) { stretches_.reserve(stretches); }
    bool empty() const noexcept { return stretches_.empty(); }

    /// Adds an interval without an end; the previous one ends at its start.
    void enter(std::int64_t start_ns, const Reach& reach);
    /// The end of the oldest interval.
    std::int64_t first_end_ns() const noexcept { return stretches_.front().end_ns; }
    /// Removes the oldest interval. Precondition: not empty()
    void leave() noexcept;
    /// The joined value of all intervals. Precondition: not empty()
    Reach total() const noexcept;

  private:
    struct Stretch {
        std::int64_t end_ns;
        Reach reach;  ///< for the first `summed_`: joined with the later ones
    };

    Ring<Stretch> stretches_;
    std::size_t summed_ = 0;
    Reach rest_{};  ///< joined value of all but the first `summed_`
};

/// The window of `eventually` or `until` as it moves over time.
class Window : public Stream {
  public:
    /// @param begin_ns the first instant of the run; must be set before advance()
    Window(std::int64_t from_ns, std::int64_t to_ns, const std::int64_t& begin_ns)
        : from_ns_(from_ns), to_ns_(to_ns), begin_ns_(begin_ns) {}

    void reserve_stretches(std::size_t count) { inside_.reserve(count); }

  protected:
    /// Adds an interval with the value `reach` from that instant on.
    void enter(std::int64_t start_ns, const Reach& reach);
    /// Emits the values that are known when all intervals before `known_ns` have entered.
    void close(std::int64_t known_ns, bool at_end);

  private:
    void leave_before(std::int64_t time_ns);
    void before_change(std::int64_t time_ns);
    void after_change(std::int64_t time_ns);

    std::int64_t from_ns_, to_ns_;
    const std::int64_t& begin_ns_;
    SlidingReach inside_;
    bool has_begun_ = false;
};

/// A term with `eventually`.
class EventuallyWindow : public Window {
  public:
    EventuallyWindow(Stream& operand, std::int64_t from_ns, std::int64_t to_ns,
                     const std::int64_t& begin_ns)
        : Window(from_ns, to_ns, begin_ns), operand_(operand) {}
    void advance(bool at_end) override;

  private:
    Stream& operand_;
};

/// A term with `until`, whose window begins at 0.
class UntilWindow : public Window {
  public:
    UntilWindow(Stream& before, Stream& then, std::int64_t to_ns, const std::int64_t& begin_ns)
        : Window(0, to_ns, begin_ns), operands_(before, then) {}
    void advance(bool at_end) override;

  private:
    Pair operands_;
};

}  // namespace gateway::requirement
