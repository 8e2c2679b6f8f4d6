// SPDX-License-Identifier: MIT
#include "value_kinds.hpp"

#include <chrono>

namespace gateway {
namespace {

/// A square wave in whole nanoseconds, so that its edges are in the same cycles on every machine.
class Oscillation : public ValueFault {
  public:
    explicit Oscillation(const Fault& fault) : amplitude_(fault.value("amplitude")) {
        const std::chrono::duration<double> half(fault.value("period_s") / 2);
        half_period_ = std::chrono::round<SimTime>(half);
    }
    double faulty(const ValueMoment& at, std::size_t /*element*/,
                  double true_value) noexcept override {
        const bool is_positive = (at.now - at.state.since) / half_period_ % 2 == 0;
        return true_value + (is_positive ? amplitude_ : -amplitude_);
    }

  private:
    double amplitude_;
    SimTime half_period_{1};
};

}  // namespace

const ValueFaultKind oscillation_kind{
    {"oscillation",
     "Adds a square wave, which begins with its positive half.",
     value_sides(),
     {{"amplitude",
       "Half the height of the wave, in the unit of the target.",
       value_range,
       {},
       true},
      {"period_s", "The period, in s.", {1e-4, 1e4}}}},
    [](const Fault& fault, const ValueTarget&) -> std::unique_ptr<ValueFault> {
        return std::make_unique<Oscillation>(fault);
    }};

}  // namespace gateway
