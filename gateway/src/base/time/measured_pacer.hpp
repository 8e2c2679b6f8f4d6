// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

#include <optional>

namespace gateway {

/// When the outputs of a measured cycle act on the vehicle.
enum class OutputDelay {
    reference,  ///< at the end of the cycle: max(execution time, cycle duration) after its start
    execution_time,  ///< as soon as the program would have been done
    none,            ///< at once
};

struct MeasuredTiming {
    SimTime cycle_duration{10'000'000};
    /// Execution time is what the program measured times this, or, if given, the constant.
    double execution_time_scale = 1;
    std::optional<SimTime> constant_execution_time;
    /// The constant of a run that shall repeat.
    SimTime repeatable_execution_time{10'000'000};
    OutputDelay output_delay = OutputDelay::reference;
};

/// Measured mode: the program sets the pace. Simulated time stands still while it runs, and then
/// moves on by its execution time, at least by the cycle duration.
class MeasuredPacer : public Pacer {
  public:
    explicit MeasuredPacer(const MeasuredTiming& timing) : timing_(timing) {}

    Schedule schedule(SimTime now, const Cycle& cycle) override;
    void await(SimTime /*now*/) override {}

  private:
    SimTime execution_time(const Cycle& cycle) const;

    MeasuredTiming timing_;
};

}  // namespace gateway
