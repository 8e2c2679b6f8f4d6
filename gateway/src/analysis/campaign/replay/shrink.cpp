// SPDX-License-Identifier: MIT
#include "shrink.hpp"

namespace gateway::campaign {
namespace {

/// The least number from (0, high] that fails, where all below some number do not.
/// @pre 0 does not fail, high does
std::size_t bisected(std::size_t high, const std::function<bool(std::size_t)>& fails) {
    std::size_t low = 0;
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        (fails(middle) ? high : low) = middle;
    }
    return high;
}

/// Parts of the way of all parameters together.
constexpr std::size_t parts = 64;

/// Of each way the same part, rounded away from the nominal value.
Rungs part_of(const Rungs& whole, std::size_t part) {
    Rungs rungs;
    for (const std::size_t rung : whole) rungs.push_back((rung * part + parts - 1) / parts);
    return rungs;
}

}  // namespace

Rungs shrink(Rungs failing, const std::function<bool(const Rungs&)>& fails) {
    const auto with = [&](std::size_t parameter, std::size_t rung) {
        Rungs changed = failing;
        changed[parameter] = rung;
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
            failing[i] =
                bisected(failing[i], [&](std::size_t rung) { return fails(with(i, rung)); });
    return failing;
}

}  // namespace gateway::campaign
