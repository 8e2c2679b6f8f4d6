// SPDX-License-Identifier: MIT
#include "platform/sim_vehicle.hpp"

#include <plant/model.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace sim_vehicle_test {

using namespace std::chrono_literals;
using gateway::Command;
using gateway::PedalCommand;
using gateway::SimVehicle;

TEST_CASE("a command switches anti-lock brakes off while the vehicle brakes") {
    plant::SessionConfig config;
    config.vehicle.brake_control.abs.enabled = true;
    auto session = std::make_unique<plant::SimSession>(plant::create_seven_dof(),
                                                       plant::create_flat_ground(0.0, 0.5), config);
    session->reset(plant::rolling_state(config.vehicle, 0, 0, 0, 30));
    SimVehicle sut(std::move(session), 5ms);
    const auto brake = [&](bool abs_off) {
        Command command;
        command.control = PedalCommand{0.0, 0.0, 1.0};
        command.off.abs = abs_off;
        REQUIRE(sut.apply(command) == plant::InputStatus::accepted);
        for (int i = 0; i < 200; ++i) REQUIRE(sut.advance());
        const plant::PerWheel& spin = sut.feedback().state.wheel_spin_radps;
        return *std::min_element(spin.begin(), spin.end());
    };
    CHECK(brake(false) > 0.0);
    CHECK(sut.feedback().abs_active[0] == 1.0);
    CHECK(brake(true) == 0.0);
    CHECK(sut.feedback().abs_active[0] == 0.0);
}

}  // namespace sim_vehicle_test
