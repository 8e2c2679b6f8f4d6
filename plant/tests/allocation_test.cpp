// SPDX-License-Identifier: MIT
#include "count_allocations.hpp"

#include "drive.hpp"

#include <plant/scenario.hpp>

#include <doctest/doctest.h>

namespace allocation_test {

using namespace plant;

using tests::allocations;

TEST_CASE("a tick of an actuation model allocates nothing") {
    for (const Model model : {Model::actuation_cmd, Model::actuation_cmd_steer_map,
                              Model::actuation_cmd_vgr, Model::actuation_cmd_mechanical}) {
        for (const auto compatibility : {Compatibility::corrected, Compatibility::reference}) {
            ActuationParams params;
            params.compatibility = compatibility;
            SimSession sut(create_model(model, params), create_flat_ground());
            Command command;
            const std::size_t before = allocations();
            for (int i = 0; i < 500; ++i) {
                command.actuation = {0.002 * i, 0.0, 0.004 * i};
                sut.set_input(command);
                static_cast<void>(sut.tick(millisecond));
                static_cast<void>(sut.output());
            }
            CHECK(allocations() == before);
        }
    }
}

TEST_CASE("a tick allocates nothing") {
    SessionConfig config;
    config.actuator = load_actuator(std::string(PLANT_DATA) + "/actuator/sedan.yaml");
    config.sensors = load_sensors(std::string(PLANT_DATA) + "/sensor/sedan.yaml");
    for (const auto factory :
         {create_kinematic, create_bicycle, create_seven_dof, create_fourteen_dof}) {
        SimSession sut(factory(), create_flat_ground(), config);
        const std::size_t before = allocations();
        for (int i = 0; i < 500; ++i) {
            sut.set_input(Command{0.0002 * i, 0.002 * i, 0.0, Gear::drive, false});
            static_cast<void>(sut.tick(millisecond));
            static_cast<void>(sut.output());
        }
        CHECK(allocations() == before);
    }
}

}  // namespace allocation_test
