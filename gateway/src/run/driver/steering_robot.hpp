// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "route/manoeuvre_start.hpp"

#include <plant/steer_movement.hpp>

#include <memory>

namespace gateway {

/// Replaces the steering of a controller by the movement of an open-loop manoeuvre, from the start
/// of the manoeuvre on. The controller brings the vehicle to its speed and holds it.
class SteeringRobot : public Controller {
  public:
    /// Whether a manoeuvre has such a movement.
    static bool is_needed(const plant::Scenario& manoeuvre);
    /// Whether commands of that level have a steering angle.
    static bool takes(Level level);

    SteeringRobot(std::unique_ptr<Controller> controller, const plant::Scenario& manoeuvre);

    Cycle run_cycle(const CycleInput& input) override;
    void stand_by() override { controller_->stand_by(); }
    ControllerStatus status() const override { return controller_->status(); }
    std::string explain() const override { return controller_->explain(); }

  private:
    std::unique_ptr<Controller> controller_;
    ManoeuvreStart start_;
    plant::SteerMovement movement_;
};

}  // namespace gateway
