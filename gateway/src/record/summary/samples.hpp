// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/histogram.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gateway {

/// Collects numbers in a loop that must not allocate: memory is allocated beforehand. When it is
/// full, further numbers only update the maximum. Percentiles are exact, unlike those of a
/// Histogram, which is for runs without an end.
class Samples {
  public:
    explicit Samples(std::size_t capacity) { values_.reserve(capacity); }

    void add(double value) noexcept {
        if (values_.size() < values_.capacity()) values_.push_back(value);
        ++count_;
        max_ = std::max(max_, value);
    }

    /// Percentiles by nearest rank.
    Percentiles percentiles() const {
        if (values_.empty()) return {};
        std::vector<double> sorted = values_;
        std::sort(sorted.begin(), sorted.end());
        const auto rank = [&](double part) {
            return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
        };
        return {rank(0.50), rank(0.99), max_, count_};
    }

  private:
    std::vector<double> values_;
    double max_ = 0;
    std::uint64_t count_ = 0;
};

}  // namespace gateway
