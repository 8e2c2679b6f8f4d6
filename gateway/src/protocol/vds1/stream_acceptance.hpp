// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include <gateway/protocol/vds1/packets.hpp>
#include "socket/endpoint.hpp"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gateway::vds1 {

/// What a receiver looks at in a datagram.
struct HeardDatagram {
    Endpoint from;  ///< nothing comes from port 0
    std::uint32_t sequence = 0;
    std::uint32_t crc = 0;  ///< stands for all that it holds
    double timestamp_s = 0;
};

/// The accepted datagrams of one sender, as far as late and repeated ones are known by them: the
/// range of their numbers, that of their timestamps, and some of their CRCs. Of the first 128
/// numbers all are kept, then those that 2 divides up to 256 numbers, those that 4 divides up to
/// 512, and so on: the memory that it takes does not grow, and all streams keep the same numbers.
class AcceptedStream {
  public:
    void begin(const HeardDatagram& first) noexcept;
    /// Precondition: is_continued_by(datagram)
    void add(const HeardDatagram& datagram) noexcept;
    /// Whether it has the same sender and a newer number than all here.
    bool is_continued_by(const HeardDatagram& datagram) const noexcept;
    /// No timestamp in it is later than this.
    double latest_s() const noexcept { return latest_s_; }

    /// Whether a datagram may be of this stream: accepted before, passed over, or sent before the
    /// first that was accepted. It is not if its number is known to have had another content.
    bool may_have(const HeardDatagram& datagram) const noexcept;

    std::uint64_t used = 0;  ///< when it was last begun or continued, for who keeps several

  private:
    static constexpr std::uint32_t dense = 128;
    static constexpr std::size_t octaves = 24;  ///< above those: up to half of all numbers
    static constexpr std::size_t places = dense + octaves * dense / 2;

    std::optional<std::size_t> place_of(std::uint32_t sequence) const noexcept;
    void keep(const HeardDatagram& datagram) noexcept;
    bool has_another(const HeardDatagram& datagram) const noexcept;

    Endpoint from_;
    std::uint32_t first_ = 0, newest_ = 0;
    double earliest_s_ = 0, latest_s_ = 0;
    std::bitset<places> is_kept_;
    std::array<std::uint32_t, places> crcs_{};  ///< those that are kept
};

enum class Acceptance {
    refused,
    next,    ///< newer than all before it
    begins,  ///< the first of a stream, or of one that has begun anew
};

/// Which datagrams of a stream may act, of CMDs as of STATEs: each newer than the one before, by
/// its sequence number. After a silence, a stream that began anew may act too, as soon as it is
/// told apart from datagrams that are late or repeated. Reads no clock, allocates nothing.
///
/// | state  | datagram                                                             | answer  |
/// | ---    | ---                                                                  | ---     |
/// | empty  | any                                                                  | begins  |
/// | any    | number newer; but                                                    | next    |
/// | any    | of another sender than the last accepted, more than 64 ahead of it   |         |
/// |        | or with an older timestamp, and seen before or of a known stream     | refused |
/// | heard  | number equal or older                                                | refused |
/// | silent | equal or older: seen before                                          | refused |
/// | silent | equal or older: timestamp newer than the newest accepted             | begins  |
/// | silent | equal or older: may be of a known stream                             | refused |
/// | silent | equal or older: any other, until the stream that it is of is proven  | refused |
/// | silent | equal or older: the one that proves its stream                       | begins  |
///
/// Silent is a stream of which nothing was accepted for the time-out. Known are the last four
/// streams that were accepted, see AcceptedStream::may_have; seen are the last 256 datagrams. Proof
/// is that one sender's datagrams rise in number and timestamp, at least three of them over at
/// least 50 ms; where the timestamp never changes, at least ten numbers over 50 ms to 1 s. One
/// sender is looked at at a time. A timestamp that is no number counts as 0.
class StreamAcceptance {
  public:
    explicit StreamAcceptance(std::chrono::nanoseconds timeout) : timeout_(timeout) {}

    void set_timeout(std::chrono::nanoseconds timeout) noexcept { timeout_ = timeout; }

    /// @param from its sender
    /// @param header of a datagram that is sound
    Acceptance admit(const Endpoint& from, const Header& header, SteadyTime now) noexcept;

    /// The number that was accepted last; 0 before the first.
    std::uint32_t sequence() const noexcept { return newest_ ? newest_->sequence : 0; }

  private:
    /// A stream that may have begun anew; proving_ has what counts of it.
    struct Candidate {
        SteadyTime begun_at, counted_at;
        SteadyTime heard_at;  ///< the last that goes on with it, whether it counts or not
        int numbers = 1;      ///< that rose, with the first
        int timestamps = 1;   ///< that rose, with the first
    };
    static constexpr std::uint32_t depth = 256;
    static constexpr std::size_t known_streams = 4;

    bool remember(const HeardDatagram& datagram) noexcept;
    Acceptance judge(const HeardDatagram& datagram, bool was_seen, SteadyTime now) noexcept;
    bool goes_on_with(const HeardDatagram& datagram) const noexcept;
    bool is_of_known_stream(const HeardDatagram& datagram) const noexcept;
    bool proves(const HeardDatagram& datagram, SteadyTime now) noexcept;
    void begin_proof(const HeardDatagram& datagram, SteadyTime now) noexcept;
    bool continues(const HeardDatagram& datagram, SteadyTime now) const noexcept;
    bool is_proven(SteadyTime now) const noexcept;
    void accept(const HeardDatagram& datagram, Acceptance as, SteadyTime now) noexcept;
    void add_to_stream(const HeardDatagram& datagram, Acceptance as) noexcept;
    std::optional<std::size_t> continued_stream(const HeardDatagram& datagram,
                                                Acceptance as) const noexcept;
    std::size_t oldest_stream() const noexcept;

    std::chrono::nanoseconds timeout_;
    std::optional<HeardDatagram> newest_;
    double newest_timestamp_s_ = 0;
    SteadyTime accepted_at_;
    std::optional<Candidate> candidate_;
    AcceptedStream proving_;
    std::array<AcceptedStream, known_streams> streams_;
    std::size_t current_ = 0;  ///< of them, that of newest_
    std::uint64_t uses_ = 0;   ///< of all of them
    std::array<HeardDatagram, depth> seen_{};
};

}  // namespace gateway::vds1
