// SPDX-License-Identifier: MIT
#include "round_trip.hpp"

#include <algorithm>
#include <cstring>

namespace gateway::vds1 {

namespace {

std::uint64_t bits_of(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

}  // namespace

RoundTrip::Sent* RoundTrip::find(std::uint64_t bits) noexcept {
    const auto end = sent_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, depth));
    const auto found =
        std::find_if(sent_.begin(), end, [&](const Sent& sent) { return sent.bits == bits; });
    return found == end ? nullptr : &*found;
}

void RoundTrip::on_sent(double value, SteadyTime now) noexcept {
    const std::uint64_t bits = bits_of(value);
    const bool counts = shown_ && *shown_ != bits && find(bits) == nullptr;
    sent_[count_++ % depth] = {bits, now, counts};
}

std::optional<std::chrono::nanoseconds> RoundTrip::on_applied(double value,
                                                              SteadyTime now) noexcept {
    shown_ = bits_of(value);
    Sent* sent = find(*shown_);
    if (sent == nullptr || !sent->is_open) return std::nullopt;
    sent->is_open = false;
    return now - sent->at;
}

}  // namespace gateway::vds1
