// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <chrono>
#include <cstdint>
#include <optional>

namespace gateway {

/// Tells from the write counters of a program's outputs whether it answers (time mode `realtime`).
/// Reads no clock: every moment is handed in.
///
/// | state     | event                               | then                                    |
/// | ---       | ---                                 | ---                                     |
/// | idle      | the simulation runs                 | starting: the time-out counts from here |
/// | starting  | new outputs for the second time     | answering                               |
/// | starting, answering | nothing new for the time-out | silent, counted                      |
/// | silent    | new outputs                         | starting: one more is needed            |
/// | any       | the simulation stands still         | idle                                    |
///
/// Only in `answering` may outputs reach a vehicle. There is no free period: what was written
/// before the simulation ran is not taken, nor are the first outputs since, which a program that
/// was held up may have computed from inputs of long ago.
class OutputWatch {
  public:
    enum class State { idle, starting, answering, silent };

    explicit OutputWatch(std::chrono::nanoseconds timeout) : timeout_(timeout) {}

    /// The simulation runs, or still does.
    void run(ddc::Deadline now) noexcept;
    /// The simulation stands still, or the program is away.
    void idle() noexcept { state_ = State::idle; }
    /// The sum of the outputs' write counters, as often as one looks.
    void see(std::uint64_t writes, ddc::Deadline now) noexcept;
    /// Outputs that cannot be used are none.
    void see_unusable(ddc::Deadline now) noexcept;

    State state() const noexcept { return state_; }
    bool is_answering() const noexcept { return state_ == State::answering; }
    /// Time since the last new outputs were seen while the simulation ran; nothing if there were
    /// none.
    std::optional<std::chrono::nanoseconds> age(ddc::Deadline now) const noexcept {
        return new_at_ ? std::optional<std::chrono::nanoseconds>(now - *new_at_) : std::nullopt;
    }
    /// How often it fell silent.
    std::uint64_t silences() const noexcept { return silences_; }

  private:
    std::chrono::nanoseconds timeout_;
    State state_ = State::idle;
    std::optional<std::uint64_t> writes_;
    bool has_begun_ = false;   ///< in `starting`: there have been new outputs once
    ddc::Deadline changed_{};  ///< when outputs were new, or when the simulation began to run
    std::optional<ddc::Deadline> new_at_;
    std::uint64_t silences_ = 0;
};

}  // namespace gateway
