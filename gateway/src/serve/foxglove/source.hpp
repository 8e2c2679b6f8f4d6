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

/// Time between two messages of the time to a viewer.
constexpr std::chrono::milliseconds time_period{20};

/// The source of the data for viewers. Called in the port's thread.
class Source {
  public:
    virtual ~Source() = default;

    /// Adds channels, and sends new messages to subscribed viewers. Called after a wake or a
    /// message of a viewer, and before a viewer is added. Cheap if there is no new data.
    /// @return when to call it next if nothing wakes; max(): never
    virtual SteadyTime pump(Viewers& to) = 0;
    /// Registers a wake, which is called when there may be new data after arm(), until its wait
    /// ends.
    virtual void add_wake(const data_port::Wake& /*wake*/) {}
    /// Call it before a pump() that must find all data for which there will be no wake.
    virtual void arm() {}
    /// The time for viewers, in ns.
    virtual std::uint64_t now_ns() const = 0;

    /// @name Channels, by position
    /// @{
    virtual void on_subscribed(Viewer& viewer, std::size_t channel) = 0;
    /// @param is_wanted whether other viewers subscribe to the channel
    virtual void on_unsubscribed(std::size_t /*channel*/, bool /*is_wanted*/) {}
    /// @}

    /// Number of messages that were dropped before they reached the viewers.
    virtual std::uint64_t left_out() const { return 0; }

    /// @name Objects that viewers may control, or null
    /// @{
    virtual const data_port::RunView* run() const { return nullptr; }  ///< needs the token
    virtual Player* player() { return nullptr; }
    /// @}
};

}  // namespace gateway::foxglove
