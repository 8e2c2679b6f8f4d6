// SPDX-License-Identifier: MIT
#include "nearest_key.hpp"

#include <algorithm>
#include <numeric>

namespace plant {
namespace {

/// Levenshtein distance.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string_view nearest_key(const std::string& key, const std::vector<std::string_view>& keys) {
    std::size_t least = std::max<std::size_t>(2, key.size() / 3) + 1;
    std::string_view nearest;
    for (const std::string_view other : keys) {
        const std::size_t letters = distance(key, other);
        if (letters < least && letters < key.size()) {
            least = letters;
            nearest = other;
        }
    }
    return nearest;
}

}  // namespace plant
