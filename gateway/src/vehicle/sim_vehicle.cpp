// SPDX-License-Identifier: MIT
#include "sim_vehicle.hpp"

namespace gateway {

SimVehicle::SimVehicle(std::unique_ptr<plant::SimSession> session, SimTime step,
                       const plant::State& start)
    : session_(std::move(session)), step_(step) {
    session_->reset(start);
    static_cast<plant::Output&>(feedback_) = session_->output();
}

void SimVehicle::apply(const Command& command) {
    session_->set_input(command);
    feedback_.gear_applied = session_->input().gear;
}

bool SimVehicle::advance() {
    status_ = session_->tick(step_);
    if (status_ != plant::StepStatus::ok) return false;
    static_cast<plant::Output&>(feedback_) = session_->output();
    return true;
}

std::string SimVehicle::explain() const {
    if (status_ == plant::StepStatus::non_finite_state)
        return std::string("the simulated vehicle's ") + session_->fault() +
               " became infinite or undefined; the state before that step is kept";
    return "the simulated vehicle's step must be longer than zero";
}

}  // namespace gateway
