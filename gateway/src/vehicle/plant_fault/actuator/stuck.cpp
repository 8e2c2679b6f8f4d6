// SPDX-License-Identifier: MIT
#include "actuator_fault.hpp"

#include <cmath>
#include <limits>

namespace gateway {
namespace {

/// Means the value at the begin.
constexpr double own_value = std::numeric_limits<double>::quiet_NaN();

class Stuck : public ActuatorFault {
  public:
    explicit Stuck(double at) : at_(at) {}
    double faulty(const ActuatorMoment& at, double healthy) noexcept override {
        if (!at.state.is_active) last_ = healthy;
        return std::isnan(at_) ? last_ : at_;
    }

  private:
    double at_;
    double last_ = 0;  ///< before the fault
};

}  // namespace

const ActuatorFaultKind stuck_kind{
    {"stuck",
     "The actuator holds a value.",
     {FaultSide::actuators},
     {{"at",
       "The value, in the unit of the target; without it the last one before the begin.",
       {-1e6, 1e6},
       own_value,
       true}},
     false},
    [](const Fault& fault) -> std::unique_ptr<ActuatorFault> {
        return std::make_unique<Stuck>(fault.value("at"));
    }};

}  // namespace gateway
