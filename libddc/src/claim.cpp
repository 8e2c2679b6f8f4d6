// SPDX-License-Identifier: MIT
#include <ddc/claim.hpp>

#include "claim_slot.hpp"
#include "fault_point.hpp"
#include "table_impl.hpp"

#include <cstdio>
#include <utility>

namespace ddc {
namespace {

using claim_slot::Range;

constexpr std::size_t none = layout::claim_count;

/// A table's claims, and what is needed to evaluate them.
struct Slots {
    const std::string& table;
    layout::Claim* all;
    Id capacity;
    const WriteLock& lock;
};

std::string to_text(Range range) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%x..0x%x", static_cast<unsigned>(range.first),
                  static_cast<unsigned>(range.last));
    return text;
}

constexpr bool overlap(Range a, Range b) noexcept {
    return a.first <= b.last && b.first <= a.last;
}

/// True if the holder may be alive; an invalid slot has no holder.
bool is_held(const Slots& slots, const layout::Claim& slot) noexcept {
    const process::Identity owner = slot.owner.load(std::memory_order_acquire);
    return owner != 0 && claim_slot::is_sound(claim_slot::range_of(slot), slots.capacity) &&
           !slots.lock.owner_is_dead(owner);
}

/// The slot, other than `own`, that holds some of these entries; `none` if there is none.
std::size_t find_overlap(const Slots& slots, Range wanted, std::size_t own) noexcept {
    for (std::size_t i = 0; i < layout::claim_count; ++i) {
        const layout::Claim& slot = slots.all[i];
        if (i == own || slot.owner.load(std::memory_order_acquire) == 0) continue;
        if (overlap(claim_slot::range_of(slot), wanted) && is_held(slots, slot)) return i;
    }
    return none;
}

/// Checks whether holders of other claims are alive only if no slot is empty.
std::size_t find_free(const Slots& slots) noexcept {
    for (std::size_t i = 0; i < layout::claim_count; ++i)
        if (slots.all[i].owner.load(std::memory_order_acquire) == 0) return i;
    for (std::size_t i = 0; i < layout::claim_count; ++i)
        if (!is_held(slots, slots.all[i])) return i;
    return none;
}

void take(layout::Claim& slot, Range range, const std::string& label) noexcept {
    slot.owner.store(0);
    claim_slot::store_range(slot, range);
    claim_slot::store_label(slot, label);
    slot.holder_core.store(0, std::memory_order_relaxed);
    slot.program_core.store(0, std::memory_order_relaxed);
    DDC_FAULT_POINT("claim.filled");
    slot.owner.store(process::self(), std::memory_order_release);
}

std::string describe_holder(const Slots& slots, process::Identity owner) {
    const std::string pid = std::to_string(process::pid_of(owner));
    if (owner == process::self()) return "this process";
    if (slots.lock.owners_may_be_invisible())
        return "pid " + pid +
               " of some pid namespace (not visible from here; if it has ended: ddc "
               "remove " +
               slots.table + ")";
    const bool is_stopped = process::state_of(owner) == process::State::stopped;
    return "pid " + pid + " (" + process::name_of(process::pid_of(owner)) +
           (is_stopped ? ", stopped)" : ")");
}

[[noreturn]] void throw_claimed(const Slots& slots, Range wanted, std::size_t in_the_way) {
    const layout::Claim& other = slots.all[in_the_way];
    throw TableError(TableError::Reason::claimed,
                     "entries " + to_text(wanted) + " of table '" + slots.table +
                         "' are in use: " + describe_holder(slots, other.owner.load()) + " holds " +
                         to_text(claim_slot::range_of(other)) + " for '" +
                         claim_slot::label_of(other) +
                         "'. End that, or take entries farther away (another reference id) or "
                         "another table (DDC_NAME)");
}

void check_range(const Slots& slots, Range wanted) {
    if (!claim_slot::is_sound(wanted, slots.capacity))
        throw TableError(TableError::Reason::invalid,
                         "table '" + slots.table + "' of " + std::to_string(slots.capacity) +
                             " entries has no entries " + to_text(wanted));
}

[[noreturn]] void throw_system(const Slots& slots, const std::string& what) {
    throw TableError(TableError::Reason::system, "table '" + slots.table + "': " + what);
}

}  // namespace

// Both check all claims under the table's lock: claims exclude each other only then, because no
// single compare-and-swap can decide whether ranges overlap.

Claim Table::claim(Id first, Id last, const std::string& label) {
    const Slots slots{impl_->name, impl_->segment.claims(), impl_->capacity, impl_->lock};
    const Range wanted{first, last};
    check_range(slots, wanted);
    const Status status = impl_->enter(0, 0);
    if (status != Status::ok) throw TableError(TableError::Reason::system, explain(status));
    const std::size_t in_the_way = find_overlap(slots, wanted, none);
    const std::size_t slot = in_the_way == none ? find_free(slots) : none;
    if (slot != none) take(slots.all[slot], wanted, label);
    impl_->lock.release();
    if (in_the_way != none) throw_claimed(slots, wanted, in_the_way);
    if (slot == none)
        throw_system(slots, "all of its " + std::to_string(layout::claim_count) +
                                " claims are held ('ddc info' lists them)");
    return Claim(*impl_, slot);
}

void Claim::extend(Id last) {
    if (table_ == nullptr) return;
    const Slots slots{table_->name, table_->segment.claims(), table_->capacity, table_->lock};
    layout::Claim& slot = slots.all[slot_];
    const Range wanted{claim_slot::range_of(slot).first, last};
    check_range(slots, wanted);
    const Status status = table_->enter(0, 0);
    if (status != Status::ok) throw_system(slots, to_string(status));
    const std::size_t in_the_way = find_overlap(slots, wanted, slot_);
    if (in_the_way == none) claim_slot::store_range(slot, wanted);
    table_->lock.release();
    if (in_the_way != none) throw_claimed(slots, wanted, in_the_way);
}

Claim::Claim(Claim&& other) noexcept
    : table_(std::exchange(other.table_, nullptr)), slot_(other.slot_) {}

Claim& Claim::operator=(Claim&& other) noexcept {
    std::swap(table_, other.table_);
    std::swap(slot_, other.slot_);
    return *this;
}

Claim::~Claim() {
    if (table_ == nullptr) return;
    process::Identity holder = process::self();
    table_->segment.claims()[slot_].owner.compare_exchange_strong(holder, 0);
}

}  // namespace ddc
