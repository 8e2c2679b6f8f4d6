// SPDX-License-Identifier: MIT
#pragma once

#include "forked_process.hpp"

#include <gateway/base/histogram.hpp>
#include "posix/descriptor.hpp"
#include "realtime/scheduling.hpp"

#include <netinet/in.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace gateway::machine {

/// The time from a request to its answer; nothing if there was none within a second.
using RoundTrip = std::optional<std::chrono::nanoseconds>;

/// A process that answers each wake-up through a futex by another one.
class FutexPartner {
  public:
    /// The process has the scheduling and the CPUs of the calling thread.
    /// @throws std::system_error
    FutexPartner();
    ~FutexPartner();
    FutexPartner(const FutexPartner&) = delete;
    FutexPartner& operator=(const FutexPartner&) = delete;

    RoundTrip round_trip();

  private:
    struct Balls;
    Balls* balls_;
    std::optional<ForkedProcess> process_;
    std::uint32_t sent_ = 0;
};

/// A process that sends each datagram back, over the loopback. The datagrams have the size of a
/// STATE.
class UdpPartner {
  public:
    /// @throws std::system_error
    UdpPartner();

    RoundTrip round_trip();

  private:
    Descriptor here_, there_;
    sockaddr_in to_{};
    std::optional<ForkedProcess> process_;
    std::uint64_t sent_ = 0;
};

/// Round trips of one kind.
struct RoundTrips {
    Histogram times;
    std::uint64_t lost = 0;  ///< without an answer
};

/// Measures round trips in a separate thread, with pauses of 2 ms in which both sides sleep.
/// @param stop ends the measurement early
RoundTrips measure_round_trips(const std::function<RoundTrip()>& round_trip, int count,
                               const SchedulingOptions& scheduling, const std::atomic<bool>& stop);

}  // namespace gateway::machine
