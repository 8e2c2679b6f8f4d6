// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <chrono>
#include <cstdint>
#include <optional>

namespace gateway {

/// Detects by the write counters of a program's outputs whether the program answers (time mode
/// `realtime`). Reads no clock: the callers pass the time.
///
/// | state     | event                               | then                                    |
/// | ---       | ---                                 | ---                                     |
/// | idle      | the simulation runs                 | starting: the time-out begins           |
/// | starting  | new outputs for the second time     | answering                               |
/// | starting, answering | no new outputs for the time-out | silent, counted                   |
/// | silent    | new outputs                         | starting: one more is needed            |
/// | any       | the simulation is paused            | idle                                    |
///
/// Outputs may reach a vehicle only in `answering`. There is no grace period: outputs written
/// before the simulation ran are not used. Neither are the first outputs after that, which a
/// delayed program may have computed from old inputs.
class OutputWatch {
  public:
    enum class State { idle, starting, answering, silent };

    explicit OutputWatch(std::chrono::nanoseconds timeout) : timeout_(timeout) {}

    /// The simulation runs. To be called in each cycle.
    void run(ddc::Deadline now) noexcept;
    /// The simulation is paused, or the program is lost.
    void idle() noexcept { state_ = State::idle; }
    /// @param writes sum of the outputs' write counters
    void see(std::uint64_t writes, ddc::Deadline now) noexcept;
    /// The outputs are invalid: they do not count as new.
    void see_unusable(ddc::Deadline now) noexcept;

    State state() const noexcept { return state_; }
    bool is_answering() const noexcept { return state_ == State::answering; }
    /// Time since new outputs were last detected while the simulation ran; nothing if there were
    /// none.
    std::optional<std::chrono::nanoseconds> age(ddc::Deadline now) const noexcept {
        return new_at_ ? std::optional<std::chrono::nanoseconds>(now - *new_at_) : std::nullopt;
    }
    /// How often the program has timed out.
    std::uint64_t silences() const noexcept { return silences_; }

  private:
    std::chrono::nanoseconds timeout_;
    State state_ = State::idle;
    std::optional<std::uint64_t> writes_;
    bool has_begun_ = false;   ///< in `starting`: there were new outputs once
    ddc::Deadline changed_{};  ///< when outputs were new, or when the simulation began to run
    std::optional<ddc::Deadline> new_at_;
    std::uint64_t silences_ = 0;
};

}  // namespace gateway
