// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include <gateway/protocol/vds1/codec.hpp>

#include <limits>
#include <optional>

namespace gateway::vds1 {

/// One value of the commands sent in the last one to two seconds, and what the peer shows of it.
class AppliedValue {
  public:
    enum class Verdict {
        ours,       ///< it shows something of what was sent
        possible,   ///< nothing to tell from
        only_zero,  ///< exactly 0, and all that was sent is clearly something else
        not_ours,   ///< no delay, lag, limit or dead zone makes this of what was sent
    };

    explicit AppliedValue(double tolerance) : tolerance_(tolerance) {}

    void on_sent(double value) noexcept;
    Verdict judge(double applied) noexcept;
    /// A second has passed.
    void age() noexcept;

  private:
    struct Range {
        double min = std::numeric_limits<double>::infinity();
        double max = -std::numeric_limits<double>::infinity();
    };
    double distance(double applied) const noexcept;

    double tolerance_;
    Range recent_, before_;
    double last_distance_ = 0;
};

/// Finds out whether a peer follows the CMDs that it is sent, by what its STATEs show as applied.
/// A peer with an actuator shows other bits than it was sent, but nothing outside of all that it
/// was sent lately and zero, unless it is on its way there.
///
/// | state     | event                                                        | next state        |
/// | ---       | ---                                                          | ---               |
/// | following | for 1 s, with CMDs sent, every STATE showed what is not ours | ignored           |
/// | ignored   | a STATE that can be ours                                     | following         |
/// | any       | restart: the peer was silent                                 | following         |
class ReactionWatch {
  public:
    void on_sent(const Cmd& cmd, SteadyTime now) noexcept;
    void on_state(const State& state, SteadyTime now) noexcept;
    void restart() noexcept { *this = ReactionWatch(); }
    bool is_ignored() const noexcept { return is_ignored_; }

  private:
    bool is_ours(const State& state) noexcept;

    AppliedValue steer_{0.01}, throttle_{0.02}, brake_{0.02};
    SteadyTime range_begin_, last_sent_;
    std::optional<SteadyTime> not_ours_since_;
    bool is_ignored_ = false;
};

}  // namespace gateway::vds1
