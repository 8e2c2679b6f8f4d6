// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace gateway {

/// p50, p99 and the largest of a set of numbers; all 0 if there are none.
struct Percentiles {
    double p50 = 0;
    double p99 = 0;
    double max = 0;
    std::uint64_t count = 0;
};

/// Durations of a run of any length in a fixed space: every power of two of nanoseconds is divided
/// into 32 buckets of equal width, so that a percentile is at most 1/32 too large. The maximum is
/// exact. Adding neither allocates nor locks; belongs to one thread.
class Histogram {
  public:
    /// Below 0 counts as 0, above about 18 minutes as the last bucket.
    void add(std::chrono::nanoseconds value) noexcept;
    /// All that another one has.
    void add(const Histogram& other) noexcept;
    /// What was added after `earlier`, which is a copy of this one as it was; max() is that of all.
    Histogram since(const Histogram& earlier) const noexcept;

    std::uint64_t count() const noexcept { return count_; }
    std::chrono::nanoseconds max() const noexcept { return max_; }
    /// The smallest edge of a bucket that `part` (0 to 1) of all values do not exceed, but never
    /// more than max(); 0 if there are no values.
    std::chrono::nanoseconds percentile(double part) const noexcept;
    Percentiles percentiles_us() const noexcept;
    /// Calls visit(upper edge, count) for every bucket that holds something, in their order.
    template <class Visitor>
    void for_each(Visitor visit) const {
        for (std::size_t i = 0; i < size; ++i)
            if (buckets_[i] > 0) visit(std::chrono::nanoseconds(edge(i)), buckets_[i]);
    }

  private:
    static constexpr unsigned sub_bits = 5;
    static constexpr unsigned largest_bit = 39;
    static constexpr std::size_t size = (largest_bit - sub_bits + 2) << sub_bits;

    static std::size_t bucket(std::uint64_t ns) noexcept;
    static std::int64_t edge(std::size_t bucket) noexcept;

    std::array<std::uint64_t, size> buckets_{};
    std::uint64_t count_ = 0;
    std::chrono::nanoseconds max_{0};
};

}  // namespace gateway
