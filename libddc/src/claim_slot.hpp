// SPDX-License-Identifier: MIT
#pragma once

#include "layout.hpp"

#include <algorithm>
#include <cstring>
#include <string>

/// Contents of one claim's slot in a table. Any process may have written it.
namespace ddc::claim_slot {

struct Range {
    Id first = 0;
    Id last = 0;
};

inline Range range_of(const layout::Claim& claim) noexcept {
    const std::uint64_t range = claim.range.load(std::memory_order_relaxed);
    return {static_cast<Id>(range >> 32), static_cast<Id>(range & 0xFFFFFFFF)};
}

constexpr bool is_sound(Range range, Id capacity) noexcept {
    return range.first >= 0 && range.first <= range.last && range.last < capacity;
}

inline void store_range(layout::Claim& claim, Range range) noexcept {
    claim.range.store(
        static_cast<std::uint64_t>(range.first) << 32 | static_cast<std::uint32_t>(range.last),
        std::memory_order_relaxed);
}

/// Only the printable characters, because the label is printed on terminals.
inline std::string label_of(const layout::Claim& claim) {
    char bytes[sizeof claim.label + 1] = {};
    for (std::size_t i = 0; i < std::size(claim.label); ++i) {
        const std::uint64_t word = claim.label[i].load(std::memory_order_relaxed);
        std::memcpy(bytes + i * sizeof word, &word, sizeof word);
    }
    std::string label = bytes;
    std::replace_if(
        label.begin(), label.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return label;
}

inline void store_label(layout::Claim& claim, const std::string& label) noexcept {
    char bytes[sizeof claim.label] = {};
    label.copy(bytes, sizeof bytes);
    for (std::size_t i = 0; i < std::size(claim.label); ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes + i * sizeof word, sizeof word);
        claim.label[i].store(word, std::memory_order_relaxed);
    }
}

}  // namespace ddc::claim_slot
