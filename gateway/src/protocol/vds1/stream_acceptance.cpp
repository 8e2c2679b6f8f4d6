// SPDX-License-Identifier: MIT
#include "stream_acceptance.hpp"

#include "sequence.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gateway::vds1 {
namespace {

/// A datagram that was sent before the first accepted one and arrives later is late, within these
/// limits.
constexpr std::uint32_t numbers_before = 512;
constexpr double seconds_before = 5;

/// In a longer stream, a number would be both older and newer than another one.
constexpr std::uint32_t longest = 0x80000000U - numbers_before;

using namespace std::chrono_literals;

/// A datagram that is further ahead is not necessarily the next one of its stream.
constexpr std::uint32_t longest_step = 64;

constexpr int proving_timestamps = 3, proving_numbers = 10;
constexpr std::chrono::nanoseconds shortest_proof = 50ms, longest_gap = 1s,
                                   longest_without_time = 1s;

}  // namespace

void AcceptedStream::begin(const ReceivedDatagram& first) noexcept {
    from_ = first.from;
    first_ = newest_ = first.sequence;
    earliest_s_ = latest_s_ = first.timestamp_s;
    is_kept_.reset();
    keep(first);
}

void AcceptedStream::add(const ReceivedDatagram& datagram) noexcept {
    newest_ = datagram.sequence;
    earliest_s_ = std::min(earliest_s_, datagram.timestamp_s);
    latest_s_ = std::max(latest_s_, datagram.timestamp_s);
    keep(datagram);
}

bool AcceptedStream::is_continued_by(const ReceivedDatagram& datagram) const noexcept {
    return datagram.from == from_ && is_newer(datagram.sequence, newest_) &&
           datagram.sequence - first_ < longest;
}

bool AcceptedStream::may_have(const ReceivedDatagram& datagram) const noexcept {
    const std::uint32_t begin = first_ - numbers_before;  // may wrap from 0 to 2^32 - 1
    return datagram.from == from_ && datagram.sequence - begin <= newest_ - begin &&
           datagram.timestamp_s >= earliest_s_ - seconds_before &&
           datagram.timestamp_s <= latest_s_ && !has_another(datagram);
}

bool AcceptedStream::has_another(const ReceivedDatagram& datagram) const noexcept {
    const bool is_before = datagram.sequence - first_ > newest_ - first_;
    if (is_before) return false;
    const auto place = place_of(datagram.sequence);
    return place && is_kept_[*place] && crcs_[*place] != datagram.crc;
}

void AcceptedStream::keep(const ReceivedDatagram& datagram) noexcept {
    const auto place = place_of(datagram.sequence);
    if (!place) return;
    is_kept_.set(*place);
    crcs_[*place] = datagram.crc;
}

/// Precondition: less than 2^31 numbers after the first.
std::optional<std::size_t> AcceptedStream::place_of(std::uint32_t sequence) const noexcept {
    const std::uint32_t offset = sequence - first_;
    std::size_t octave = 0;
    while (offset >> octave >= dense) ++octave;
    if (sequence % (1U << octave) != 0) return std::nullopt;
    return (offset >> octave) + octave * dense / 2;
}

Acceptance StreamAcceptance::admit(const Endpoint& from, const Header& header,
                                   SteadyTime now) noexcept {
    const double timestamp_s = std::isfinite(header.timestamp_s) ? header.timestamp_s : 0;
    const ReceivedDatagram datagram{from, header.sequence, header.crc, timestamp_s};
    const Acceptance answer = judge(datagram, remember(datagram), now);
    if (answer != Acceptance::refused) accept(datagram, answer, now);
    return answer;
}

/// Stores the datagram, whether it is accepted or not. @return whether it was received before
bool StreamAcceptance::remember(const ReceivedDatagram& datagram) noexcept {
    const std::uint32_t place = datagram.sequence + datagram.from.port;
    const ReceivedDatagram before = std::exchange(seen_[place % depth], datagram);
    return before.from == datagram.from && before.sequence == datagram.sequence &&
           before.crc == datagram.crc;
}

Acceptance StreamAcceptance::judge(const ReceivedDatagram& datagram, bool was_seen,
                                   SteadyTime now) noexcept {
    if (!newest_) return Acceptance::begins;
    if (is_newer(datagram.sequence, newest_->sequence)) {
        if (is_next(datagram)) return Acceptance::next;
        return was_seen || is_of_known_stream(datagram) ? Acceptance::refused : Acceptance::next;
    }
    if (was_seen || now - accepted_at_ < timeout_) return Acceptance::refused;
    if (datagram.timestamp_s > newest_timestamp_s_) return Acceptance::begins;
    return proves(datagram, now) ? Acceptance::begins : Acceptance::refused;
}

/// Precondition: its number is newer.
bool StreamAcceptance::is_next(const ReceivedDatagram& datagram) const noexcept {
    return datagram.from == newest_->from && datagram.timestamp_s >= newest_->timestamp_s &&
           datagram.sequence - newest_->sequence <= longest_step;
}

bool StreamAcceptance::is_of_known_stream(const ReceivedDatagram& datagram) const noexcept {
    return std::any_of(streams_.begin(), streams_.end(),
                       [&](const AcceptedStream& stream) { return stream.may_have(datagram); });
}

/// While datagrams of a candidate arrive, it is the only one: any other datagram is late, or of
/// another sender that may become the candidate later. A datagram that may be late or repeated does
/// not count, but it does not end the candidate either if it continues it.
bool StreamAcceptance::proves(const ReceivedDatagram& datagram, SteadyTime now) noexcept {
    const bool is_continued = continues(datagram, now);
    if (is_continued) candidate_->received_at = now;
    if (is_of_known_stream(datagram)) return false;
    if (!is_continued) {
        if (!candidate_ || now - candidate_->counted_at >= timeout_) begin_proof(datagram, now);
        return false;
    }
    ++candidate_->numbers;
    if (datagram.timestamp_s > proving_.latest_s()) ++candidate_->timestamps;
    proving_.add(datagram);
    candidate_->counted_at = now;
    if (is_proven(now)) return true;
    const bool has_failed =
        candidate_->numbers >= proving_numbers && now - candidate_->begun_at > longest_without_time;
    if (has_failed) begin_proof(datagram, now);
    return false;
}

void StreamAcceptance::begin_proof(const ReceivedDatagram& datagram, SteadyTime now) noexcept {
    candidate_ = Candidate{now, now, now};
    proving_.begin(datagram);
}

bool StreamAcceptance::continues(const ReceivedDatagram& datagram, SteadyTime now) const noexcept {
    return candidate_ && proving_.is_continued_by(datagram) &&
           datagram.timestamp_s >= proving_.latest_s() &&
           now - candidate_->received_at <= std::max(longest_gap, timeout_);
}

bool StreamAcceptance::is_proven(SteadyTime now) const noexcept {
    const auto lasts = now - candidate_->begun_at;
    if (lasts < shortest_proof) return false;
    if (candidate_->timestamps >= proving_timestamps) return true;
    return candidate_->timestamps == 1 && candidate_->numbers >= proving_numbers &&
           lasts <= longest_without_time;
}

void StreamAcceptance::accept(const ReceivedDatagram& datagram, Acceptance as,
                              SteadyTime now) noexcept {
    add_to_stream(datagram, as);
    newest_timestamp_s_ =
        newest_ ? std::max(newest_timestamp_s_, datagram.timestamp_s) : datagram.timestamp_s;
    newest_ = datagram;
    accepted_at_ = now;
    candidate_.reset();
}

/// Adds the datagram to the stream that it continues. A new stream replaces the one that was used
/// least recently, and includes the datagrams that have proven it.
void StreamAcceptance::add_to_stream(const ReceivedDatagram& datagram, Acceptance as) noexcept {
    const bool is_proven =
        as == Acceptance::begins && newest_ && datagram.timestamp_s <= newest_timestamp_s_;
    const auto continued = is_proven ? std::nullopt : continued_stream(datagram, as);
    current_ = continued.value_or(oldest_stream());
    AcceptedStream& stream = streams_[current_];
    if (continued)
        stream.add(datagram);
    else if (is_proven)
        stream = proving_;
    else
        stream.begin(datagram);
    stream.used = ++uses_;
}

std::size_t StreamAcceptance::oldest_stream() const noexcept {
    const auto oldest = std::min_element(
        streams_.begin(), streams_.end(),
        [](const AcceptedStream& a, const AcceptedStream& b) { return a.used < b.used; });
    return static_cast<std::size_t>(oldest - streams_.begin());
}

/// A newer number of the same sender is of the same stream, however far ahead it is.
std::optional<std::size_t> StreamAcceptance::continued_stream(const ReceivedDatagram& datagram,
                                                              Acceptance as) const noexcept {
    if (as == Acceptance::next && streams_[current_].is_continued_by(datagram)) return current_;
    for (std::size_t i = 0; i < streams_.size(); ++i)
        if (streams_[i].is_continued_by(datagram) && datagram.timestamp_s >= streams_[i].latest_s())
            return i;
    return std::nullopt;
}

}  // namespace gateway::vds1
