// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gateway {

/// p50, p99 and the largest of a set of numbers; all 0 if there are none.
struct Percentiles {
    double p50 = 0;
    double p99 = 0;
    double max = 0;
};

/// Numbers collected in a loop that must not allocate: space for all is set aside beforehand.
/// Past that, the newest are dropped and only counted in the maximum.
class Samples {
  public:
    explicit Samples(std::size_t capacity) { values_.reserve(capacity); }

    void add(double value) noexcept {
        if (values_.size() < values_.capacity()) values_.push_back(value);
        max_ = std::max(max_, value);
    }

    /// By nearest rank.
    Percentiles percentiles() const {
        if (values_.empty()) return {};
        std::vector<double> sorted = values_;
        std::sort(sorted.begin(), sorted.end());
        const auto rank = [&](double part) {
            return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
        };
        return {rank(0.50), rank(0.99), max_};
    }

  private:
    std::vector<double> values_;
    double max_ = 0;
};

}  // namespace gateway
