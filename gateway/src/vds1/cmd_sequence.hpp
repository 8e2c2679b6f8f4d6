// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/realtime_runner.hpp>

#include <cstdint>

namespace gateway::vds1 {

/// The sequence numbers of a controller's CMDs. Some peers keep the last number that they took for
/// ever and drop what is not above it, but always take 0: so a stream begins with 0, repeated until
/// it must have arrived.
///
/// | state     | event                                                      | next state |
/// | ---       | ---                                                        | ---        |
/// | beginning | next                                                       | 0 again    |
/// | beginning | a STATE, after at least three 0 and 50 ms since the first  | counting   |
/// | counting  | next                                                       | one more   |
/// | any       | begin_again                                                | beginning  |
/// | any       | go_on                                                      | counting, above all
/// numbers ever sent |
class CmdSequence {
  public:
    std::uint32_t next(SteadyTime now) noexcept;
    void on_state(SteadyTime now) noexcept;

    void begin_again() noexcept;
    /// For a peer that keeps the last number and does not take 0.
    void go_on() noexcept;

  private:
    bool is_beginning_ = true;
    std::uint32_t zeros_ = 0;
    SteadyTime first_zero_at_;
    std::uint32_t last_ = 0;
    std::uint32_t highest_ = 0;
};

}  // namespace gateway::vds1
