// SPDX-License-Identifier: MIT
#include "shrink.hpp"

namespace gateway::campaign {
namespace {

/// The smallest number in (0, high] that fails, if all numbers from it on fail.
/// @pre 0 does not fail, high does
std::size_t bisected(std::size_t high, const std::function<bool(std::size_t)>& fails) {
    std::size_t low = 0;
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        (fails(middle) ? high : low) = middle;
    }
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

Distances shrink(Distances failing, const std::function<bool(const Distances&)>& fails) {
    const auto with = [&](std::size_t parameter, std::size_t distance) {
        Distances changed = failing;
        changed[parameter] = distance;
        return changed;
    };
    std::size_t left = 0;
    for (std::size_t i = 0; i < failing.size(); ++i) {
        if (failing[i] > 0 && fails(with(i, 0))) failing[i] = 0;
        left += failing[i] > 0 ? 1 : 0;
    }
    if (left > 1)
        failing = part_of(failing, bisected(parts, [&](std::size_t part) {
                              return fails(part_of(failing, part));
                          }));
    for (std::size_t i = 0; i < failing.size(); ++i)
        if (failing[i] > 1)
            failing[i] = bisected(failing[i],
                                  [&](std::size_t distance) { return fails(with(i, distance)); });
    return failing;
}

}  // namespace gateway::campaign
