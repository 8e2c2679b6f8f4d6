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

/// The part of a datagram on which the decision depends.
struct ReceivedDatagram {
    Endpoint from;  ///< port 0 before the first datagram
    std::uint32_t sequence = 0;
    std::uint32_t crc = 0;  ///< identifies the content
    double timestamp_s = 0;
};

/// The accepted datagrams of one sender, by which late and repeated ones are recognised: the range
/// of their numbers, that of their timestamps, and some of their CRCs. The CRCs of the first 128
/// numbers are kept, up to 256 numbers those divisible by 2, up to 512 those divisible by 4, and so
/// on. So its memory is fixed, and all streams keep the same numbers.
class AcceptedStream {
  public:
    void begin(const ReceivedDatagram& first) noexcept;
    /// Precondition: is_continued_by(datagram)
    void add(const ReceivedDatagram& datagram) noexcept;
    /// Whether it is of the same sender and has a newer number than all in the stream.
    bool is_continued_by(const ReceivedDatagram& datagram) const noexcept;
    /// The latest timestamp in the stream.
    double latest_s() const noexcept { return latest_s_; }

    /// Whether a datagram may be of this stream: accepted before, passed over, or sent before the
    /// first accepted one. It is not if the stream has another content with its number.
    bool may_have(const ReceivedDatagram& datagram) const noexcept;

    std::uint64_t used = 0;  ///< order of the last use, for an owner of several streams

  private:
    static constexpr std::uint32_t dense = 128;
    static constexpr std::size_t octaves = 24;  ///< after the dense ones: up to half of all numbers
    static constexpr std::size_t places = dense + octaves * dense / 2;

    std::optional<std::size_t> place_of(std::uint32_t sequence) const noexcept;
    void keep(const ReceivedDatagram& datagram) noexcept;
    bool has_another(const ReceivedDatagram& datagram) const noexcept;

    Endpoint from_;
    std::uint32_t first_ = 0, newest_ = 0;
    double earliest_s_ = 0, latest_s_ = 0;
    std::bitset<places> is_kept_;
    std::array<std::uint32_t, places> crcs_{};  ///< valid where is_kept_ is set
};

/// Whether a datagram is used.
enum class Acceptance {
    refused,
    next,    ///< newer than all before it
    begins,  ///< the first of a stream, or of a restarted one
};

/// Decides which datagrams of a stream of CMDs or STATEs are used: each with a newer sequence
/// number than the one before. After a time-out, a restarted stream is used too, as soon as it can
/// be distinguished from late or repeated datagrams. Reads no clock, does not allocate.
///
/// | state  | datagram                                                             | result  |
/// | ---    | ---                                                                  | ---     |
/// | empty  | any                                                                  | begins  |
/// | any    | number newer; but                                                    | next    |
/// | any    | of another sender than the last accepted, more than 64 ahead of it   |         |
/// |        | or with an older timestamp, and seen before or of a known stream     | refused |
/// | active | number equal or older                                                | refused |
/// | silent | equal or older: seen before                                          | refused |
/// | silent | equal or older: timestamp newer than the newest accepted             | begins  |
/// | silent | equal or older: may be of a known stream                             | refused |
/// | silent | equal or older: any other, until its stream is proven                | refused |
/// | silent | equal or older: the one that proves its stream                       | begins  |
///
/// A stream is silent if no datagram was accepted for the time-out. The last four accepted streams
/// are known, see AcceptedStream::may_have; the last 256 datagrams are seen. A stream is proven if
/// datagrams of one sender have increasing numbers and timestamps, at least three over at least 50
/// ms; if the timestamp never changes, at least ten numbers over 50 ms to 1 s. One sender is
/// checked at a time. A timestamp that is not finite counts as 0.
class StreamAcceptance {
  public:
    explicit StreamAcceptance(std::chrono::nanoseconds timeout) : timeout_(timeout) {}

    void set_timeout(std::chrono::nanoseconds timeout) noexcept { timeout_ = timeout; }

    /// @param from the sender
    /// @param header of a valid datagram
    Acceptance admit(const Endpoint& from, const Header& header, SteadyTime now) noexcept;

    /// The number that was accepted last; 0 if there was none.
    std::uint32_t sequence() const noexcept { return newest_ ? newest_->sequence : 0; }

  private:
    /// A stream that may have restarted; proving_ has its datagrams that count.
    struct Candidate {
        SteadyTime begun_at, counted_at;
        SteadyTime
            received_at;     ///< of the last datagram that continues it, whether it counts or not
        int numbers = 1;     ///< increasing ones, including the first
        int timestamps = 1;  ///< increasing ones, including the first
    };
    static constexpr std::uint32_t depth = 256;
    static constexpr std::size_t known_streams = 4;

    bool remember(const ReceivedDatagram& datagram) noexcept;
    Acceptance judge(const ReceivedDatagram& datagram, bool was_seen, SteadyTime now) noexcept;
    bool is_next(const ReceivedDatagram& datagram) const noexcept;
    bool is_of_known_stream(const ReceivedDatagram& datagram) const noexcept;
    bool proves(const ReceivedDatagram& datagram, SteadyTime now) noexcept;
    void begin_proof(const ReceivedDatagram& datagram, SteadyTime now) noexcept;
    bool continues(const ReceivedDatagram& datagram, SteadyTime now) const noexcept;
    bool is_proven(SteadyTime now) const noexcept;
    void accept(const ReceivedDatagram& datagram, Acceptance as, SteadyTime now) noexcept;
    void add_to_stream(const ReceivedDatagram& datagram, Acceptance as) noexcept;
    std::optional<std::size_t> continued_stream(const ReceivedDatagram& datagram,
                                                Acceptance as) const noexcept;
    std::size_t oldest_stream() const noexcept;

    std::chrono::nanoseconds timeout_;
    std::optional<ReceivedDatagram> newest_;
    double newest_timestamp_s_ = 0;
    SteadyTime accepted_at_;
    std::optional<Candidate> candidate_;
    AcceptedStream proving_;
    std::array<AcceptedStream, known_streams> streams_;
    std::size_t current_ = 0;  ///< index of the stream of newest_
    std::uint64_t uses_ = 0;   ///< of all streams
    std::array<ReceivedDatagram, depth> seen_{};
};

}  // namespace gateway::vds1
