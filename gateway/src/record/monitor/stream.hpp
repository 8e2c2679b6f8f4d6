// SPDX-License-Identifier: MIT
#pragma once

#include "ring.hpp"
#include "value.hpp"

#include <cstdint>
#include <limits>

namespace gateway::requirement {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// The value of a term over time, constant from the start of a segment to the start of the next
/// one, in whole nanoseconds. The reader removes the segments. They are added when their values are
/// known, which is later than the samples by the term's horizon.
class Stream {
  public:
    struct Segment {
        std::int64_t start_ns;
        Value value;
    };

    virtual ~Stream() = default;

    /// Consumes the new segments of its operands. @param at_end no further ones will follow
    virtual void advance(bool at_end) = 0;

    /// The end of the known values, exclusive.
    std::int64_t known_ns() const noexcept { return known_ns_; }
    /// The start of the next segment to take, or `never`.
    std::int64_t next_ns() const noexcept {
        if (segments_.empty() || segments_.front().start_ns >= known_ns_) return never;
        return segments_.front().start_ns;
    }
    /// Precondition: next_ns() is a time.
    Value take() noexcept {
        const Value value = segments_.front().value;
        segments_.pop_front();
        return value;
    }
    void reserve(std::size_t segments) { segments_.reserve(segments); }

  protected:
    /// Adds a segment, if the value has changed.
    void emit(std::int64_t start_ns, const Value& value) {
        if (has_any_ && is_same(last_, value)) return;
        segments_.push_back({start_ns, value});
        last_ = value;
        has_any_ = true;
    }
    void set_known(std::int64_t known_ns) noexcept {
        if (known_ns > known_ns_) known_ns_ = known_ns;
    }

  private:
    Ring<Segment> segments_;
    Value last_;
    bool has_any_ = false;
    std::int64_t known_ns_ = std::numeric_limits<std::int64_t>::min();
};

/// The values of two streams where one of them changes.
class Pair {
  public:
    Pair(Stream& left, Stream& right) : left_(left), right_(right) {}

    std::int64_t known_ns() const noexcept {
        return left_.known_ns() < right_.known_ns() ? left_.known_ns() : right_.known_ns();
    }
    /// Advances to the next instant at which one of them changes. @return that instant, or `never`
    std::int64_t step() noexcept {
        const std::int64_t left = left_.next_ns(), right = right_.next_ns();
        const std::int64_t next = left < right ? left : right;
        if (next == never || next >= known_ns()) return never;
        if (left == next) left_now_ = left_.take();
        if (right == next) right_now_ = right_.take();
        return next;
    }
    const Value& left() const noexcept { return left_now_; }
    const Value& right() const noexcept { return right_now_; }

  private:
    Stream &left_, &right_;
    Value left_now_, right_now_;
};

}  // namespace gateway::requirement
