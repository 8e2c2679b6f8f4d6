// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include "socket/endpoint.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace gateway::vdsim {

/// A receiver of STATEs, and their version.
struct Destination {
    Endpoint endpoint;
    std::uint16_t version = 3;
};

/// The receivers of the STATEs of all vehicles of a port besides the configured destinations: the
/// senders of CMDs that were used in the last 2 s, from loopback or allowed addresses only.
/// Otherwise any host could direct a stream of STATEs to a third host, by a CMD with a forged
/// address. There is room for 16; a new one replaces the one whose last CMD is oldest. Allocates in
/// add_vehicle() beyond the reserved number.
class Subscribers {
  public:
    static constexpr std::chrono::seconds lifetime{2};
    static constexpr std::size_t capacity = 16;

    struct Subscriber {
        Destination to;
        SteadyTime received_at;                ///< when its last CMD was used
        std::vector<std::uint32_t> sequences;  ///< of the last STATE of each vehicle

        bool is_alive(SteadyTime now) const noexcept { return now - received_at < lifetime; }
    };

    /// @param allowed addresses in the host's byte order, besides loopback
    explicit Subscribers(std::vector<std::uint32_t> allowed);

    void reserve(std::size_t vehicles);
    void add_vehicle();
    /// A CMD of the sender was used.
    void on_command(const Destination& sender, SteadyTime now) noexcept;
    /// All entries, including those that are not alive.
    std::array<Subscriber, capacity>& all() noexcept { return subscribers_; }

  private:
    bool may_subscribe(const Endpoint& sender) const noexcept;

    std::vector<std::uint32_t> allowed_;
    std::array<Subscriber, capacity> subscribers_;
};

}  // namespace gateway::vdsim
