// SPDX-License-Identifier: MIT
#pragma once

#include "../program/realtime_program.hpp"

#include <gateway/histogram.hpp>
#include <gateway/seams.hpp>

#include <optional>

namespace gateway {

/// Numbers about a realtime run, gathered turn by turn; reports when the vehicle is not heard of
/// any more, and when it is again.
class RealtimeStatistics : public Observer {
  public:
    explicit RealtimeStatistics(const RealtimeProgram& program) : program_(program) {}

    void before_turn(SimTime now, const Feedback& feedback) override;
    void after_turn(const TurnRecord& record) override;

    const RealtimeProgram& program() const { return program_; }
    std::uint64_t turns() const { return turns_; }
    std::uint64_t failsafe_turns() const { return failsafe_turns_; }
    /// How often the vehicle was not heard of for its time-out.
    std::uint64_t state_losses() const { return state_losses_; }
    bool was_vehicle_heard() const { return was_vehicle_heard_; }
    /// Of the outputs that were taken.
    const Histogram& output_age() const { return output_age_; }

  private:
    const RealtimeProgram& program_;
    std::optional<bool> is_fresh_;  ///< as of the last turn
    bool was_vehicle_heard_ = false;
    std::uint64_t turns_ = 0;
    std::uint64_t failsafe_turns_ = 0;
    std::uint64_t state_losses_ = 0;
    Histogram output_age_;
};

}  // namespace gateway
