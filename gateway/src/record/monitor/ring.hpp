// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace gateway::requirement {

/// A queue that allocates only when it becomes longer than ever before.
template <class Item>
class Ring {
  public:
    void reserve(std::size_t count) {
        if (count > items_.size()) grow(count);
    }
    bool empty() const noexcept { return size_ == 0; }
    std::size_t size() const noexcept { return size_; }
    /// Item 0 is the oldest. Precondition: i < size()
    Item& operator[](std::size_t i) noexcept { return items_[place(i)]; }
    const Item& operator[](std::size_t i) const noexcept { return items_[place(i)]; }
    Item& front() noexcept { return (*this)[0]; }
    const Item& front() const noexcept { return (*this)[0]; }
    Item& back() noexcept { return (*this)[size_ - 1]; }

    void push_back(const Item& item) {
        if (size_ == items_.size()) grow(2 * size_ + 4);
        items_[place(size_)] = item;
        ++size_;
    }
    void pop_front() noexcept {
        first_ = place(1);
        --size_;
    }

  private:
    std::size_t place(std::size_t i) const noexcept {
        const std::size_t place = first_ + i;
        return place < items_.size() ? place : place - items_.size();
    }
    void grow(std::size_t count) {
        std::vector<Item> larger(count);
        for (std::size_t i = 0; i < size_; ++i) larger[i] = (*this)[i];
        items_ = std::move(larger);
        first_ = 0;
    }

    std::vector<Item> items_;
    std::size_t first_ = 0, size_ = 0;
};

}  // namespace gateway::requirement
