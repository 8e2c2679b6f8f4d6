// SPDX-License-Identifier: MIT
#include "link.hpp"

#include "fault/link/faulty_link.hpp"

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

void Link::reserve(const Payload& payload) {
    payload_ = payload;
    elements_.resize(capacity * payload.size());
}

void Link::set_faults(const std::vector<AppliedFault>& faults, std::uint32_t direction) {
    faults_ = std::make_unique<LinkFaults>(faults, direction);
    may_overtake_ = true;
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
    return faults_ ? send_faulty(elements, sending) : write(elements, sending, SimTime{0});
}

Link::Fate Link::write(const std::uint64_t* elements, const Sending& sending,
                       SimTime delay) noexcept {
    if (!has_room(sending.cycle)) return Fate::no_room;
    const std::uint64_t number = written_.load(std::memory_order_relaxed);
    const std::size_t size = payload_.size();
    slot(number) = {sending, false, SimTime{0}, delay, false};
    std::copy_n(elements, size, elements_.data() + number % capacity * size);
    written_.store(number + 1, std::memory_order_release);
    return Fate::sent;
}

Link::Fate Link::send_faulty(const std::uint64_t* elements, const Sending& sending) noexcept {
    const PacketFate fate = faults_->next();
    if (fate.is_lost) return Fate::lost;
    const std::uint64_t* const arriving =
        fate.flipped_share ? corrupted(elements, *fate.flipped_share) : elements;
    if (arriving == nullptr) return Fate::lost;
    Fate result = Fate::sent;
    for (unsigned i = 0; i < fate.copies && result == Fate::sent; ++i)
        result = write(arriving, sending, fate.delay);
    return result;
}

/// The message with one wrong bit; null if it can then not be read.
const std::uint64_t* Link::corrupted(const std::uint64_t* elements, double share) noexcept {
    std::array<std::byte, Payload::most_bytes> data{};
    payload_.encode(elements, data.data());
    flip_bit(data.data(), payload_.bytes(), share);
    return payload_.decode(data.data(), corrupted_.data()) ? corrupted_.data() : nullptr;
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
        first_ = taken;
        if (slot(taken).is_out_of_range) {
            take(now);
            continue;
        }
        if (may_overtake_.load(std::memory_order_relaxed)) first_ = earliest(taken);
        const Slot& found = slot(first_);
        arrival = {found.sending.cycle, arrival_of(found),
                   elements_.data() + first_ % capacity * payload_.size()};
        return arrival.at <= now;
    }
}

/// The message that arrives first, of those that were admitted and not taken.
std::uint64_t Link::earliest(std::uint64_t head) noexcept {
    std::uint64_t found = head;
    for (std::uint64_t i = head + 1; i < admitted_; ++i)
        if (!slot(i).is_taken && !slot(i).is_out_of_range &&
            arrival_of(slot(i)) < arrival_of(slot(found)))
            found = i;
    return found;
}

/// Places are freed in the order of sending.
void Link::take(SimTime now) noexcept {
    slot(first_).taken_at = now;
    slot(first_).is_taken = true;
    std::uint64_t taken = taken_.load(std::memory_order_relaxed);
    while (taken < admitted_ && slot(taken).is_taken) ++taken;
    taken_.store(taken, std::memory_order_release);
}

}  // namespace gateway
