// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/held_state.hpp>
#include <gateway/base/seams.hpp>

#include <plant/sim_session.hpp>

#include <memory>

namespace gateway {

/// Leaves the tyre angle out, as an actuation vehicle with `enable_pub_steer: false` does: it is
/// not a number, and so is what the steering sensor shows.
void withhold_steering(plant::Output& output) noexcept;

/// A vehicle simulated in this process.
class SimVehicle : public Vehicle {
  public:
    /// @param session at its start
    /// @param level what its model takes; one with four wheels takes wheel torques, too
    /// @param publishes_steer else its feedback has no tyre angle, see withhold_steering()
    SimVehicle(std::unique_ptr<plant::SimSession> session, SimTime step,
               Level level = Level::pedals, bool publishes_steer = true);

    SimTime step() const override { return step_; }
    bool takes(Level level) const override;
    plant::InputStatus apply(const Command& command) override;
    bool advance() override;
    plant::SimSession* prepare_step() override { return session_.get(); }
    bool conclude_step(plant::StepStatus status) override;
    /// Valid until the next step.
    const Feedback& feedback() const override;
    std::string explain() const override;

  private:
    std::unique_ptr<plant::SimSession> session_;
    SimTime step_;
    Level level_;
    bool publishes_steer_;
    plant::Command held_;
    VehicleStateCommand state_ = state_at_start();  ///< held as well
    mutable Feedback feedback_;                     ///< of the last step once somebody has asked
    mutable bool has_moved_on_ = true;              ///< since then
    plant::StepStatus status_ = plant::StepStatus::ok;
};

}  // namespace gateway
