// SPDX-License-Identifier: MIT
#include "sides.hpp"

#include "claim_slot.hpp"
#include "process.hpp"

namespace ddc {
namespace {

enum Side : std::size_t { holder_side, program_side, unknown_side };

/// Number of waits for an unclaimed entry before the claims are searched again.
constexpr int waits_between_searches = 100;

bool covers(const layout::Claim& claim, Id id) noexcept {
    if (claim.owner.load(std::memory_order_relaxed) == 0) return false;
    const claim_slot::Range range = claim_slot::range_of(claim);
    return range.first <= id && id <= range.last;
}

}  // namespace

layout::Claim* SideFinder::claim_of(Id id) noexcept {
    layout::Claim& last = claims_[last_.load(std::memory_order_relaxed)];
    if (covers(last, id)) return &last;
    if (unclaimed_.load(std::memory_order_relaxed) == id &&
        believed_.fetch_sub(1, std::memory_order_relaxed) > 0)
        return nullptr;
    for (std::size_t i = 0; i < layout::claim_count; ++i) {
        if (!covers(claims_[i], id)) continue;
        last_.store(i, std::memory_order_relaxed);
        return &claims_[i];
    }
    unclaimed_.store(id, std::memory_order_relaxed);
    believed_.store(waits_between_searches, std::memory_order_relaxed);
    return nullptr;
}

WaitCounts to_counts(const layout::Waits& waits) noexcept {
    WaitCounts counts;
    for (std::size_t i = 0; i < wait_ends; ++i)
        counts.ended[i] = waits.ended[i].load(std::memory_order_relaxed);
    return counts;
}

TableWaits SideFinder::waits() const noexcept {
    return {to_counts(waits_[holder_side]), to_counts(waits_[program_side]),
            to_counts(waits_[unknown_side])};
}

SideFinder::Found SideFinder::find(Id id) noexcept {
    layout::Claim* claim = claim_of(id);
    layout::Waits* waits = is_writable_ ? waits_ : nullptr;
    if (claim == nullptr) return {{}, waits != nullptr ? waits + unknown_side : nullptr};
    const bool is_holder = claim->owner.load(std::memory_order_relaxed) == process::self();
    auto& own = is_holder ? claim->holder_core : claim->program_core;
    auto& other = is_holder ? claim->program_core : claim->holder_core;
    if (!is_writable_) return {{nullptr, &other}, nullptr};
    return {{&own, &other}, waits + (is_holder ? holder_side : program_side)};
}

}  // namespace ddc
