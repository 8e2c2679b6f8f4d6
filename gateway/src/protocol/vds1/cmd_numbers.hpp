// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include "socket/endpoint.hpp"

#include <atomic>
#include <cstdint>

namespace gateway::vds1 {

/// The sequence numbers of the CMDs from this process to one vehicle: 1, 2, 3, ... as long as the
/// process lives, also where one client after another sends them.
class CmdNumbers {
  public:
    /// @param peer that takes CMDs
    CmdNumbers(const Endpoint& peer, std::uint32_t vehicle_id);

    std::uint32_t next() noexcept { return ++last_; }

  private:
    std::atomic<std::uint32_t>& last_;
};

/// The sequence numbers of CMDs for the public VDSim. It keeps the last number that it took for
/// ever and drops what is not above it, but always takes 0: so a stream begins with 0, repeated
/// until it must have arrived. A peer that drops duplicates takes one of them alone.
///
/// | state     | event                                                      | next state        |
/// | ---       | ---                                                        | ---               |
/// | beginning | next                                                       | 0 again           |
/// | beginning | on_state, after at least three 0 and 50 ms since the first | counting          |
/// | counting  | next                                                       | one more          |
/// | any       | on_return: the peer was silent                             | beginning         |
/// | any       | on_ignored, at first and in turn                           | beginning, for 1 s |
/// | any       | on_ignored, in turn                                        | counting, above all numbers ever sent, twice as long each time |
/// | any       | on_followed                                                | as it is          |
class VdsimNumbers {
  public:
    std::uint32_t next(SteadyTime now) noexcept;
    void on_state(SteadyTime now) noexcept;
    void on_return() noexcept { begin_again(); }
    /// With each STATE while the peer ignores us: one that takes 0 or what is above all is reached
    /// so, and one that follows without showing it is disturbed ever less.
    void on_ignored(SteadyTime now) noexcept;
    void on_followed() noexcept { insistence_ = {}; }

  private:
    struct Insistence {
        bool is_at_zero = false;
        std::chrono::seconds patience{1};
        SteadyTime next;
    };
    void begin_again() noexcept;
    void go_on() noexcept;

    bool is_beginning_ = true;
    std::uint32_t zeros_ = 0;
    SteadyTime first_zero_at_;
    std::uint32_t last_ = 0;
    std::uint32_t highest_ = 0;
    Insistence insistence_;
};

}  // namespace gateway::vds1
