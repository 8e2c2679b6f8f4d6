// SPDX-License-Identifier: MIT
#include "link.hpp"

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

/// The output function of splitmix64 (S. Vigna, 2015): every result bit depends on every bit of x.
constexpr std::uint64_t mixed(std::uint64_t x) noexcept {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 30U) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27U) * 0x94d049bb133111ebU;
    return x ^ x >> 31U;
}

std::uint64_t with(std::uint64_t key, const SocketName& socket) noexcept {
    key = mixed(key ^ socket.program);
    for (const char letter : socket.port) key = mixed(key ^ static_cast<unsigned char>(letter));
    return key;
}

double distance_m(const Place& a, const Place& b) noexcept {
    return std::hypot(a.x_m - b.x_m, a.y_m - b.y_m);
}

}  // namespace

Link::Link(const LinkConfig& config, std::uint64_t seed)
    : config_(config), key_(with(with(mixed(seed), config.from), config.to)) {}

void Link::reserve(std::size_t elements) {
    size_ = elements;
    elements_.resize(capacity * elements);
}

/// The top 53 bits are a uniform number from 0 to below 1.
bool Link::is_lost() noexcept {
    const std::uint64_t bits = mixed(key_ ^ mixed(numbers_++)) >> 11U;
    return static_cast<double>(bits) * 0x1p-53 < config_.way.loss;
}

bool Link::has_room(SimTime cycle) noexcept {
    const std::uint64_t taken = taken_.load(std::memory_order_acquire);
    while (freed_ < taken && slots_[freed_ % capacity].taken_at < cycle) ++freed_;
    return written_.load(std::memory_order_relaxed) - freed_ < capacity;
}

Link::Fate Link::send(const std::uint64_t* elements, const Sending& sending) noexcept {
    if (is_lost()) return Fate::lost;
    if (!has_room(sending.cycle)) return Fate::no_room;
    const std::uint64_t number = written_.load(std::memory_order_relaxed);
    const std::size_t place = number % capacity;
    slots_[place] = {sending, false, SimTime{0}};
    std::copy_n(elements, size_, elements_.data() + place * size_);
    written_.store(number + 1, std::memory_order_release);
    return Fate::sent;
}

std::size_t Link::admit(SimTime now, const Place& place) noexcept {
    const std::uint64_t written = written_.load(std::memory_order_acquire);
    std::size_t out_of_range = 0;
    for (; admitted_ < written; ++admitted_) {
        Slot& slot = slots_[admitted_ % capacity];
        if (slot.sending.cycle >= now) break;
        slot.is_out_of_range =
            config_.way.range_m && distance_m(slot.sending.place, place) > *config_.way.range_m;
        out_of_range += slot.is_out_of_range ? 1U : 0U;
    }
    return out_of_range;
}

bool Link::first(SimTime now, Arrival& arrival) noexcept {
    for (;;) {
        const std::uint64_t taken = taken_.load(std::memory_order_relaxed);
        if (taken == admitted_) return false;
        const std::size_t place = taken % capacity;
        const Slot& slot = slots_[place];
        if (slot.is_out_of_range) {
            take(now);
            continue;
        }
        arrival = {slot.sending.cycle, slot.sending.leaves + config_.way.latency,
                   elements_.data() + place * size_};
        return arrival.at <= now;
    }
}

void Link::take(SimTime now) noexcept {
    const std::uint64_t taken = taken_.load(std::memory_order_relaxed);
    slots_[taken % capacity].taken_at = now;
    taken_.store(taken + 1, std::memory_order_release);
}

}  // namespace gateway
