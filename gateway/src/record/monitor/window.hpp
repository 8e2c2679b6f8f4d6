// SPDX-License-Identifier: MIT
#pragma once

#include "sliding_reach.hpp"
#include "stream.hpp"

#include <cstdint>

namespace gateway::requirement {

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
