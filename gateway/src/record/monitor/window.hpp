// SPDX-License-Identifier: MIT
#pragma once

#include "reach.hpp"
#include "ring.hpp"
#include "stream.hpp"

#include <cstdint>

namespace gateway::requirement {

/// Stretches of time that enter a window at its end and leave it at its begin, and what they come
/// to together. A stretch costs a constant time on average: two stacks, of which the older one
/// holds what each stretch and all behind it come to.
class SlidingReach {
  public:
    void reserve(std::size_t stretches) { stretches_.reserve(stretches); }
    bool empty() const noexcept { return stretches_.empty(); }

    /// A stretch without an end as yet; the one before it ends where it begins.
    void enter(std::int64_t start_ns, const Reach& reach);
    /// Where the oldest one ends.
    std::int64_t first_end_ns() const noexcept { return stretches_.front().end_ns; }
    /// Drops the oldest one. Precondition: not empty()
    void leave() noexcept;
    /// Precondition: not empty()
    Reach total() const noexcept;

  private:
    struct Stretch {
        std::int64_t end_ns;
        Reach reach;  ///< with those behind it, for the first `summed_`
    };

    Ring<Stretch> stretches_;
    std::size_t summed_ = 0;
    Reach rest_{};  ///< of all but the first `summed_`
};

/// The window of `eventually` or `until` as it moves over time.
class Window : public Stream {
  public:
    /// @param begin_ns the first instant of the run, to be there when it advances
    Window(std::int64_t from_ns, std::int64_t to_ns, const std::int64_t& begin_ns)
        : from_ns_(from_ns), to_ns_(to_ns), begin_ns_(begin_ns) {}

    void reserve_stretches(std::size_t count) { inside_.reserve(count); }

  protected:
    /// What is worth `reach` from that instant on enters it.
    void enter(std::int64_t start_ns, const Reach& reach);
    /// All is entered that starts before `known_ns`.
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

/// `eventually`.
class EventuallyWindow : public Window {
  public:
    EventuallyWindow(Stream& operand, std::int64_t from_ns, std::int64_t to_ns,
                     const std::int64_t& begin_ns)
        : Window(from_ns, to_ns, begin_ns), operand_(operand) {}
    void advance(bool at_end) override;

  private:
    Stream& operand_;
};

/// `until`, with a window that begins at 0.
class UntilWindow : public Window {
  public:
    UntilWindow(Stream& before, Stream& then, std::int64_t to_ns, const std::int64_t& begin_ns)
        : Window(0, to_ns, begin_ns), operands_(before, then) {}
    void advance(bool at_end) override;

  private:
    Pair operands_;
};

}  // namespace gateway::requirement
