// SPDX-License-Identifier: MIT
// Drives for one simulated second.
#include <plant/model.hpp>
#include <plant/sim_session.hpp>

int main() {
    plant::SimSession session(plant::create_model(plant::Model::seven_dof),
                              plant::create_flat_ground());
    plant::Command command;
    command.throttle = 1.0;
    const bool is_driven = session.set_input(command) == plant::InputStatus::accepted &&
                           session.tick(std::chrono::seconds(1)) == plant::StepStatus::ok &&
                           session.state().velocity_mps.x() > 0.5;
    return is_driven ? 0 : 1;
}
