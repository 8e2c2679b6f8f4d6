// SPDX-License-Identifier: MIT
#include <plant/angle.hpp>
#include <plant/model.hpp>
#include <plant/sim_session.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>

namespace model_test {

using namespace plant;
using namespace std::chrono_literals;

namespace {

/// Speed after a second of half throttle from 5 m/s.
double driven_speed_mps(Model model) {
    SimSession session(create_model(model), create_flat_ground());
    session.reset(rolling_state(session.vehicle(), 0, 0, 0, 5));
    Command command;
    command.throttle = 0.5;
    command.actuation.accel = 0.5;
    session.set_input(command);
    for (int i = 0; i < 1000; ++i)
        REQUIRE(session.tick(std::chrono::milliseconds(1)) == StepStatus::ok);
    return session.state().velocity_mps.x();
}

}  // namespace

TEST_CASE("each row of the table of models creates a vehicle that drives") {
    for (const ModelInfo& row : models) {
        CAPTURE(row.name);
        CHECK(driven_speed_mps(row.model) > 5.1);
    }
}

TEST_CASE("the yaw of every model stays above -pi and at most pi") {
    for (const ModelInfo& row : models) {
        CAPTURE(row.name);
        SimSession session(create_model(row.model), create_flat_ground());
        session.reset(rolling_state(session.vehicle(), 0, 0, 3, 5));
        Command command;
        command.steer_rad = 0.4;
        command.throttle = 0.1;
        command.actuation = {0.2, 0, row.steer == SteerCommand::tyre_angle ? 0.4 : 6.0};
        session.set_input(command);
        int turns = 0;
        for (double before_rad = 3; turns < 3 && session.output().sim_time < 120s;) {
            REQUIRE(session.tick(10ms) == StepStatus::ok);
            const double yaw_rad = session.state().yaw_rad;
            REQUIRE((yaw_rad > -pi && yaw_rad <= pi));
            if (yaw_rad < before_rad - pi) ++turns;
            before_rad = yaw_rad;
        }
        CHECK(turns == 3);
    }
}

TEST_CASE("names and levels of models are unique and can be looked up") {
    std::set<std::string_view> names, levels;
    for (const ModelInfo& row : models) {
        CAPTURE(row.name);
        CHECK(names.insert(row.name).second);
        CHECK((row.level.empty() || levels.insert(row.level).second));
        CHECK(model_named(row.name) == row.model);
        CHECK(model_named(row.name, row.takes) == row.model);
    }
    CHECK(model_names().size() == models.size());
}

TEST_CASE("an unsuitable model is rejected with the names of suitable ones") {
    CHECK_THROWS_WITH_AS(model_named("actuation_cmd", Takes::pedals),
                         "model: must be one of kinematic bicycle seven_dof fourteen_dof",
                         std::invalid_argument);
    for (const ModelInfo& row : models)
        if (row.takes == Takes::pedals)
            CHECK_THROWS_AS(model_named(row.name, Takes::actuation), std::invalid_argument);
}

TEST_CASE("the position of each model is that of its centre of gravity") {
    // In a slow turn the wheels roll in their direction: the middle of the rear axle moves along
    // the body, and the centre of gravity in front of it also moves inwards.
    for (const Model model :
         {Model::kinematic, Model::bicycle, Model::seven_dof, Model::fourteen_dof}) {
        CAPTURE(info(model).name);
        SessionConfig config;
        SimSession session(create_model(model), create_flat_ground(), config);
        session.reset(rolling_state(config.vehicle, 0.0, 0.0, 0.0, 1.0));
        Command command;
        command.steer_rad = 0.2;
        command.throttle = 0.02;
        session.set_input(command);
        const auto tick = [&](int count) {
            for (int i = 0; i < count; ++i)
                REQUIRE(session.tick(SimDuration(1'000'000)) == StepStatus::ok);
            return session.state();
        };
        const State before = tick(2000), middle = tick(5), after = tick(5);
        const Eigen::Vector3d moved = after.position_m - before.position_m;
        const double course_rad = std::atan2(moved.y(), moved.x()) - middle.yaw_rad;
        const double to_rear_m =
            config.vehicle.body.wheelbase_m - config.vehicle.body.cg_to_front_axle_m;
        const double speed_mps = middle.velocity_mps.head<2>().norm();
        const double expected_rad =
            std::asin(middle.angular_velocity_radps.z() * to_rear_m / speed_mps);
        CHECK(std::remainder(course_rad, 6.283185307179586) ==
              doctest::Approx(expected_rad).epsilon(0.02));
        CHECK(expected_rad > 0.1);
    }
}

}  // namespace model_test
