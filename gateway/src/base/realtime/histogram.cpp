// SPDX-License-Identifier: MIT
#include <gateway/base/histogram.hpp>

#include <algorithm>
#include <cmath>

namespace gateway {

/// Below 2^sub_bits, the index is the value. Above, it consists of the position of the highest bit
/// and the next sub_bits bits.
std::size_t Histogram::bucket(std::uint64_t ns) noexcept {
    if (ns >> sub_bits == 0) return ns;
    const auto highest = 63U - static_cast<unsigned>(__builtin_clzll(ns));
    const unsigned shift = highest - sub_bits;
    const std::size_t index = (std::size_t{shift} << sub_bits) + (ns >> shift);
    return std::min(index, size - 1);
}

/// The largest value that is counted in a bucket.
std::int64_t Histogram::edge(std::size_t bucket) noexcept {
    const std::size_t octave = bucket >> sub_bits;
    const unsigned shift = octave < 2 ? 0U : static_cast<unsigned>(octave - 1);
    const std::uint64_t mantissa = bucket - (std::size_t{shift} << sub_bits);
    return static_cast<std::int64_t>(((mantissa + 1) << shift) - 1);
}

void Histogram::add(std::chrono::nanoseconds value) noexcept {
    ++buckets_[bucket(static_cast<std::uint64_t>(std::max<std::int64_t>(value.count(), 0)))];
    ++count_;
    max_ = std::max(max_, value);
}

void Histogram::add(const Histogram& other) noexcept {
    for (std::size_t i = 0; i < size; ++i) buckets_[i] += other.buckets_[i];
    count_ += other.count_;
    max_ = std::max(max_, other.max_);
}

Histogram Histogram::since(const Histogram& earlier) const noexcept {
    Histogram later = *this;
    for (std::size_t i = 0; i < size; ++i) later.buckets_[i] -= earlier.buckets_[i];
    later.count_ -= earlier.count_;
    return later;
}

std::chrono::nanoseconds Histogram::percentile(double part) const noexcept {
    const auto wanted = std::max<std::uint64_t>(
        static_cast<std::uint64_t>(std::ceil(part * static_cast<double>(count_))), 1);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < size && count_ > 0; ++i) {
        seen += buckets_[i];
        if (seen >= wanted && i + 1 < size)
            return std::min(max_, std::chrono::nanoseconds(edge(i)));
    }
    return max_;
}

Percentiles Histogram::percentiles_us() const noexcept {
    const auto us = [](std::chrono::nanoseconds value) {
        return std::chrono::duration<double, std::micro>(value).count();
    };
    return {us(percentile(0.50)), us(percentile(0.99)), us(max_), count_};
}

}  // namespace gateway
