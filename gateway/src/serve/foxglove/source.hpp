// SPDX-License-Identifier: MIT
#pragma once

#include "api/run_view.hpp"
#include "http/http.hpp"

#include <gateway/base/time.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace gateway::foxglove {

class Player;
class Viewer;
class Viewers;

/// Between two messages of the time to a viewer.
constexpr std::chrono::milliseconds time_period{20};

/// Where what viewers are shown comes from. Belongs to the port's thread.
class Source {
  public:
    virtual ~Source() = default;

    /// Called when a viewer was woken or has said something, and before one comes: adds channels,
    /// and sends what there is to those who want it. Cheap where there is nothing.
    /// @return when to call it again although nothing wakes; max(): never
    virtual SteadyTime pump(Viewers& to) = 0;
    /// Lets that be called, as long as it is wanted, when there may be something new after
    /// listen().
    virtual void wake_at_news(const data_port::Wake& /*wake*/) {}
    /// Called before each pump() that is to find all that does not wake.
    virtual void listen() {}
    /// The time that viewers are told, in ns.
    virtual std::uint64_t now_ns() const = 0;

    /// @name Channels by their positions
    /// @{
    virtual void on_subscribed(Viewer& viewer, std::size_t channel) = 0;
    /// @param is_wanted others subscribe to it
    virtual void on_unsubscribed(std::size_t /*channel*/, bool /*is_wanted*/) {}
    /// @}

    /// What was made and could not be given to viewers.
    virtual std::uint64_t left_out() const { return 0; }

    /// @name What viewers may control, or null
    /// @{
    virtual const data_port::RunView* run() const { return nullptr; }  ///< those with the token
    virtual Player* player() { return nullptr; }
    /// @}
};

}  // namespace gateway::foxglove
