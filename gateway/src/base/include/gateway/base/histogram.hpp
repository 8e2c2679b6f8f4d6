// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace gateway {

/// Percentiles of a set of values; all 0 if it is empty.
struct Percentiles {
    double p50 = 0;           ///< median
    double p99 = 0;           ///< 99th percentile
    double max = 0;           ///< largest value
    std::uint64_t count = 0;  ///< number of values
};

/// Counts durations in a fixed amount of memory. Every power of two of nanoseconds is divided into
/// 32 buckets of equal width, so a percentile is at most 1/32 too large. The maximum is exact.
/// Adding neither allocates nor locks. Not thread-safe.
class Histogram {
  public:
    /// Adds a value. A negative one counts as 0; one above about 18 minutes counts in the last
    /// bucket.
    void add(std::chrono::nanoseconds value) noexcept;
    /// Adds all values of another histogram.
    void add(const Histogram& other) noexcept;
    /// The values that were added since `earlier`, a copy of this histogram at that time. max() of
    /// the result is the maximum of all values.
    Histogram since(const Histogram& earlier) const noexcept;

    /// Number of values.
    std::uint64_t count() const noexcept { return count_; }
    /// The largest value; 0 if there are none.
    std::chrono::nanoseconds max() const noexcept { return max_; }
    /// The upper edge of the first bucket up to which `part` (0 to 1) of all values are counted, at
    /// most max(); 0 if there are no values.
    std::chrono::nanoseconds percentile(double part) const noexcept;
    /// The percentiles in microseconds.
    Percentiles percentiles_us() const noexcept;
    /// Calls visit(upper edge, count) for every bucket that is not empty, in ascending order.
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
