// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include <gateway/protocol/vds1/codec.hpp>

#include <limits>
#include <optional>

namespace gateway::vds1 {

/// Compares one value of the commands sent in the last one to two seconds with the applied value
/// that the peer reports.
class AppliedValue {
  public:
    /// Whether the applied value can result from the values sent.
    enum class Verdict {
        ours,       ///< it results from a value sent
        possible,   ///< undecided
        only_zero,  ///< it is exactly 0, and all values sent are clearly not
        not_ours,   ///< it cannot result from the values sent by delay, lag, limit or dead zone
    };

    explicit AppliedValue(double tolerance) : tolerance_(tolerance) {}

    void on_sent(double value) noexcept;
    Verdict judge(double applied) noexcept;
    /// Call it once per second.
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

/// Detects whether a peer follows the CMDs that it gets, from the applied values in its STATEs. The
/// output of an actuator is not bit-identical to the values sent, but it is between them and zero,
/// or approaches this range.
///
/// | state     | event                                                        | next state        |
/// | ---       | ---                                                          | ---               |
/// | following | for 1 s, with CMDs sent, no applied value was `ours`         | ignored           |
/// | ignored   | a STATE with an applied value that can be `ours`             | following         |
/// | any       | restart: the peer was timed out                              | following         |
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
