// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include "socket/endpoint.hpp"

#include <atomic>
#include <cstdint>

namespace gateway::vds1 {

/// The sequence numbers of the CMDs from this process to one vehicle: 1, 2, 3, ... as long as the
/// process runs, also if one client follows another.
class CmdNumbers {
  public:
    /// @param peer that receives the CMDs
    CmdNumbers(const Endpoint& peer, std::uint32_t vehicle_id);
    /// @param last number that was used; outlives this
    explicit CmdNumbers(std::atomic<std::uint32_t>& last) : last_(last) {}

    std::uint32_t next() noexcept { return ++last_; }

  private:
    std::atomic<std::uint32_t>& last_;
};

/// The sequence numbers of CMDs for the public VDSim. It keeps the last used number without a time
/// limit and drops all that are not above it, but always accepts 0. So a stream begins with 0,
/// repeated until it must have arrived. A peer that drops duplicates uses only one of them.
///
/// | state     | event                                                      | next state        |
/// | ---       | ---                                                        | ---               |
/// | beginning | next                                                       | 0 again           |
/// | beginning | on_state, after at least three 0 and 50 ms since the first | counting          |
/// | counting  | next                                                       | one more          |
/// | any       | on_return: the peer was timed out                          | beginning         |
/// | any       | on_ignored, the first time and every second time           | beginning, for 1 s |
/// | any       | on_ignored, the other times                                | counting, above all numbers sent before, twice as long each time |
/// | any       | on_followed                                                | unchanged         |
class VdsimNumbers {
  public:
    /// @param highest number that was used before
    explicit VdsimNumbers(std::uint32_t highest = 0) : highest_(highest) {}

    std::uint32_t next(SteadyTime now) noexcept;
    void on_state(SteadyTime now) noexcept;
    void on_return() noexcept { begin_again(); }
    /// Call it with each STATE while the peer ignores the CMDs. A peer that accepts 0, or numbers
    /// above all, gets them this way. A peer that follows the CMDs without reporting it is
    /// disturbed more and more rarely.
    void on_ignored(SteadyTime now) noexcept;
    void on_followed() noexcept { retry_ = {}; }

  private:
    struct Retry {
        bool is_at_zero = false;
        std::chrono::seconds time_above{1};
        SteadyTime next;
    };
    void begin_again() noexcept;
    void continue_above() noexcept;

    bool is_beginning_ = true;
    std::uint32_t zeros_ = 0;
    SteadyTime first_zero_at_;
    std::uint32_t last_ = 0;
    std::uint32_t highest_ = 0;
    Retry retry_;
};

}  // namespace gateway::vds1
