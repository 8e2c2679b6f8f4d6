// SPDX-License-Identifier: MIT
#pragma once

#include "number/random.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace gateway::campaign {

/// Keeps a sample of many runs, each with an item. The sample is always the same: the runs whose
/// numbers have the smallest hashes, so it does not correlate with any design.
template <class Item>
class EvenSample {
  public:
    explicit EvenSample(std::size_t most) : most_(most) {}

    void add(std::uint64_t run, const Item& item) {
        const std::uint64_t hash = random_bits({0, run, 0, 0});
        if (items_.size() == most_ && hash >= std::prev(items_.end())->first) return;
        items_.emplace(hash, std::pair(run, item));
        if (items_.size() > most_) items_.erase(std::prev(items_.end()));
    }

    /// The items in the order of their hashes: the first ones are a smaller sample.
    std::vector<std::pair<std::uint64_t, Item>> items() const {
        std::vector<std::pair<std::uint64_t, Item>> all;
        all.reserve(items_.size());
        for (const auto& each : items_) all.push_back(each.second);
        return all;
    }
    std::size_t size() const { return items_.size(); }

  private:
    std::size_t most_;
    std::map<std::uint64_t, std::pair<std::uint64_t, Item>> items_;
};

}  // namespace gateway::campaign
