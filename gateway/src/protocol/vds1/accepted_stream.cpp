// SPDX-License-Identifier: MIT
#include "accepted_stream.hpp"

#include "sequence.hpp"

#include <algorithm>

namespace gateway::vds1 {

namespace {

/// What was sent before the first that was accepted, and comes now, is late.
constexpr std::uint32_t numbers_before = 512;
constexpr double seconds_before = 5;

/// A longer one would have numbers that are both older and newer.
constexpr std::uint32_t longest = 0x80000000U - numbers_before;

}  // namespace

void AcceptedStream::begin(const HeardDatagram& first) noexcept {
    from_ = first.from;
    first_ = newest_ = first.sequence;
    earliest_s_ = latest_s_ = first.timestamp_s;
    is_kept_.reset();
    keep(first);
}

void AcceptedStream::add(const HeardDatagram& datagram) noexcept {
    newest_ = datagram.sequence;
    earliest_s_ = std::min(earliest_s_, datagram.timestamp_s);
    latest_s_ = std::max(latest_s_, datagram.timestamp_s);
    keep(datagram);
}

bool AcceptedStream::is_continued_by(const HeardDatagram& datagram) const noexcept {
    return datagram.from == from_ && is_newer(datagram.sequence, newest_) &&
           datagram.sequence - first_ < longest;
}

bool AcceptedStream::may_have(const HeardDatagram& datagram) const noexcept {
    const std::uint32_t begin = first_ - numbers_before;  // across the step from 0 to 2^32 - 1
    return datagram.from == from_ && datagram.sequence - begin <= newest_ - begin &&
           datagram.timestamp_s >= earliest_s_ - seconds_before &&
           datagram.timestamp_s <= latest_s_ && !has_another(datagram);
}

bool AcceptedStream::has_another(const HeardDatagram& datagram) const noexcept {
    const bool is_before = datagram.sequence - first_ > newest_ - first_;
    if (is_before) return false;
    const auto place = place_of(datagram.sequence);
    return place && is_kept_[*place] && crcs_[*place] != datagram.crc;
}

void AcceptedStream::keep(const HeardDatagram& datagram) noexcept {
    const auto place = place_of(datagram.sequence);
    if (!place) return;
    is_kept_.set(*place);
    crcs_[*place] = datagram.crc;
}

/// Precondition: less than 2^31 numbers behind the first.
std::optional<std::size_t> AcceptedStream::place_of(std::uint32_t sequence) const noexcept {
    const std::uint32_t offset = sequence - first_;
    std::size_t octave = 0;
    while (offset >> octave >= dense) ++octave;
    if (sequence % (1U << octave) != 0) return std::nullopt;
    return (offset >> octave) + octave * dense / 2;
}

}  // namespace gateway::vds1
