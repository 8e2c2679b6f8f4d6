// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

#include <optional>

namespace gateway {

/// When the outputs of a measured cycle take effect.
enum class OutputDelay {
    reference,  ///< at the end of the cycle: max(execution time, cycle duration) after its start
    execution_time,  ///< after the execution time
    none,            ///< at once
};

struct MeasuredTiming {
    SimTime cycle_duration{10'000'000};
    /// The execution time is the program's measured one times this factor, or the constant if
    /// given.
    double execution_time_scale = 1;
    std::optional<SimTime> constant_execution_time;
    /// The constant for a reproducible run.
    SimTime repeatable_execution_time{10'000'000};
    OutputDelay output_delay = OutputDelay::reference;
};

/// Measured mode: the program sets the pace. Simulated time does not advance while the program
/// computes; then it advances by the execution time, and at least by the cycle duration.
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
