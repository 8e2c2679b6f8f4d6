// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/seams.hpp>

#include <plant/sim_session.hpp>

#include <memory>

namespace gateway {

/// A vehicle simulated in this process.
class SimVehicle : public Vehicle {
  public:
    /// @param start where it stands or rolls at time 0
    SimVehicle(std::unique_ptr<plant::SimSession> session, SimTime step, const plant::State& start);

    SimTime step() const override { return step_; }
    void apply(const Command& command) override;
    bool advance() override;
    const Feedback& feedback() const override { return feedback_; }
    std::string explain() const override;

  private:
    std::unique_ptr<plant::SimSession> session_;
    SimTime step_;
    Feedback feedback_;
    plant::StepStatus status_ = plant::StepStatus::ok;
};

}  // namespace gateway
