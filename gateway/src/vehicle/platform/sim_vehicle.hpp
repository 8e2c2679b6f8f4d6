// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/held_state.hpp>
#include <gateway/base/seams.hpp>

#include <plant/sim_session.hpp>

#include <memory>

namespace gateway {

/// Removes the tyre angle, as an actuation vehicle with `enable_pub_steer: false` does: it and the
/// reading of the steering sensor become NaN.
void withhold_steering(plant::Output& output) noexcept;

/// A vehicle simulated in this process.
class SimVehicle : public Vehicle {
  public:
    /// @param session in its initial state
    /// @param level the input of its model; a model with four wheels accepts wheel torques too
    /// @param publishes_steer if false, the feedback has no tyre angle, see withhold_steering()
    SimVehicle(std::unique_ptr<plant::SimSession> session, SimTime step,
               Level level = Level::pedals, bool publishes_steer = true);

    SimTime step() const override { return step_; }
    bool takes(Level level) const override;
    plant::InputStatus apply(const Command& command) override;
    bool advance() override;
    plant::SimSession* prepare_step() override { return session_.get(); }
    bool conclude_step(plant::StepStatus status) override;
    /// Valid until the next step. Computed when it is first called after a step.
    const Feedback& feedback() const override;
    std::string explain() const override;

  private:
    std::unique_ptr<plant::SimSession> session_;
    SimTime step_;
    Level level_;
    bool publishes_steer_;
    plant::Command held_;
    VehicleStateCommand state_ = state_at_start();  ///< the requested state, which is also reported
    mutable Feedback feedback_;                     ///< of the last step for which it was computed
    mutable bool has_moved_on_ = true;              ///< there was a step since then
    plant::StepStatus status_ = plant::StepStatus::ok;
};

}  // namespace gateway
