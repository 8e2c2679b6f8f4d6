// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace plant {

/// A queue that allocates only when it has more items than ever before.
template <class T>
class GrowingRing {
  public:
    explicit GrowingRing(std::size_t room) : items_(std::max<std::size_t>(room, 2)) {}

    std::size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }
    /// Item i, from the oldest on.
    T& operator[](std::size_t i) { return items_[(first_ + i) % items_.size()]; }
    const T& operator[](std::size_t i) const { return items_[(first_ + i) % items_.size()]; }

    void clear() { first_ = count_ = 0; }
    void push(const T& item) {
        if (count_ == items_.size()) grow();
        (*this)[count_++] = item;
    }
    void pop() {
        first_ = (first_ + 1) % items_.size();
        --count_;
    }

  private:
    void grow() {
        std::rotate(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(first_),
                    items_.end());
        first_ = 0;
        items_.resize(2 * items_.size());
    }

    std::vector<T> items_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
};

}  // namespace plant
