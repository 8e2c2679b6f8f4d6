// SPDX-License-Identifier: MIT
#include "shrink.hpp"

#include <algorithm>

namespace gateway::campaign {
namespace {

/// The middle of two numbers, and a quarter and three quarters of the way; all between them.
std::vector<std::size_t> candidates(std::size_t low, std::size_t high) {
    std::vector<std::size_t> numbers;
    for (const std::size_t quarters : {2, 1, 3}) {
        const std::size_t number = low + (high - low) * quarters / 4;
        const bool is_known = std::find(numbers.begin(), numbers.end(), number) != numbers.end();
        if (number > low && !is_known) numbers.push_back(number);
    }
    return numbers;
}

/// Moves one of two limits to a candidate between them: the first one that is not an error. If all
/// are errors, the search continues above them.
/// @pre high - low > 1
void narrow(std::size_t& low, std::size_t& high, const std::function<Trial(std::size_t)>& attempt) {
    const std::vector<std::size_t> numbers = candidates(low, high);
    for (const std::size_t number : numbers) {
        const Trial trial = attempt(number);
        if (trial == Trial::error) continue;
        (trial == Trial::fails ? high : low) = number;
        return;
    }
    low = *std::max_element(numbers.begin(), numbers.end());
}

/// The smallest number in (0, high] that fails, if all numbers from it on fail or are errors.
/// @pre 0 does not fail, high does
std::size_t bisected(std::size_t high, const std::function<Trial(std::size_t)>& attempt) {
    std::size_t low = 0;
    while (high - low > 1) narrow(low, high, attempt);
    return high;
}

/// Number of parts of the way when all parameters are moved together.
constexpr std::size_t parts = 64;

/// The same part of each distance, rounded away from the nominal value.
Distances part_of(const Distances& whole, std::size_t part) {
    Distances distances;
    for (const std::size_t distance : whole)
        distances.push_back((distance * part + parts - 1) / parts);
    return distances;
}

}  // namespace

Distances shrink(Distances failing, const std::function<Trial(const Distances&)>& attempt) {
    const auto with = [&](std::size_t parameter, std::size_t distance) {
        Distances changed = failing;
        changed[parameter] = distance;
        return changed;
    };
    std::size_t left = 0;
    for (std::size_t i = 0; i < failing.size(); ++i) {
        if (failing[i] > 0 && attempt(with(i, 0)) == Trial::fails) failing[i] = 0;
        left += failing[i] > 0 ? 1 : 0;
    }
    if (left > 1)
        failing = part_of(failing, bisected(parts, [&](std::size_t part) {
                              return attempt(part_of(failing, part));
                          }));
    for (std::size_t i = 0; i < failing.size(); ++i)
        if (failing[i] > 1)
            failing[i] = bisected(failing[i],
                                  [&](std::size_t distance) { return attempt(with(i, distance)); });
    return failing;
}

}  // namespace gateway::campaign
