// SPDX-License-Identifier: MIT
#include "actuator_fault.hpp"

#include <cmath>

namespace gateway {
namespace {

/// The exact solution of a first-order lag for each tick.
class Lag : public ActuatorFault {
  public:
    explicit Lag(double lag_s) : lag_s_(lag_s) {}
    double faulty(const ActuatorMoment& at, double healthy) noexcept override {
        const double dt_s = std::chrono::duration<double>(at.dt).count();
        lagged_ = at.state.is_active ? lagged_ - (healthy - lagged_) * std::expm1(-dt_s / lag_s_)
                                     : healthy;
        return lagged_;
    }

  private:
    double lag_s_;
    double lagged_ = 0;
};

}  // namespace

const ActuatorFaultKind slower_kind{{"slower",
                                     "The actuator follows with an additional first-order lag.",
                                     {FaultSide::actuators},
                                     {{"lag_s", "Time constant of the lag, in s.", {1e-4, 1e3}}}},
                                    [](const Fault& fault) -> std::unique_ptr<ActuatorFault> {
                                        return std::make_unique<Lag>(fault.value("lag_s"));
                                    }};

}  // namespace gateway
