// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include "socket/endpoint.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace gateway::vdsim {

/// Where STATEs go, and in which version.
struct Destination {
    Endpoint endpoint;
    std::uint16_t version = 3;
};

/// Who is sent the STATEs of all vehicles of a port besides the configured destinations: the
/// senders of CMDs that were taken in the last 2 s, from the loopback or from an allowed address.
/// Any host may write any address into a CMD, and few bytes would send many at a stranger. There is
/// room for 16; a new one takes the place of the one heard longest ago. Allocates in reserve and in
/// add_vehicle beyond it.
class Subscribers {
  public:
    static constexpr std::chrono::seconds lifetime{2};
    static constexpr std::size_t capacity = 16;

    struct Subscriber {
        Destination to;
        SteadyTime heard_at;
        std::vector<std::uint32_t> sequences;  ///< of the last STATE of each vehicle

        bool is_alive(SteadyTime now) const noexcept { return now - heard_at < lifetime; }
    };

    /// @param allowed addresses in the host's byte order, besides the loopback's
    explicit Subscribers(std::vector<std::uint32_t> allowed);

    void reserve(std::size_t vehicles);
    void add_vehicle();
    /// A CMD of theirs was taken.
    void hear(const Destination& sender, SteadyTime now) noexcept;
    /// Some may no longer be alive.
    std::array<Subscriber, capacity>& all() noexcept { return subscribers_; }

  private:
    bool may_subscribe(const Endpoint& sender) const noexcept;

    std::vector<std::uint32_t> allowed_;
    std::array<Subscriber, capacity> subscribers_;
};

}  // namespace gateway::vdsim
