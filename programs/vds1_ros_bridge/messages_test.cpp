// SPDX-License-Identifier: MIT
// Built twice: with the messages that are generated here, and with some of AutoHYU's fields.
#include "messages.hpp"

#include <doctest/doctest.h>

namespace {

using gateway::autohyu::VehicleState;

VehicleState driving() {
    VehicleState state;
    state.operation_mode = VehicleState::OperationMode::normal;
    state.x_m = 1;
    state.vy_mps = 2;
    state.yaw_rad = 0.3;
    state.yaw_rate_radps = 0.4;
    state.ax_mps2 = 5;
    state.ay_mps2 = 6;
    state.steering_tire_angle_rad = 0.07;
    state.wheel_velocity_mps = {8, 9, 10, 11};
    return state;
}

TEST_CASE("a vehicle state is converted to the message field by field") {
    const auto sut = messages::to_message<autohyu_msgs::VehicleState>(driving());
    CHECK(sut.x == 1);
    CHECK(sut.vy == 2);
    CHECK(sut.yaw == 0.3);
    CHECK(sut.yaw_vel == 0.4);
    CHECK(sut.ax == 5);
    CHECK(sut.vehicle_can.longitudinal_accel == 5);
    CHECK(sut.vehicle_can.lateral_accel == 6);
    CHECK(sut.vehicle_can.yaw_rate == 0.4);
    CHECK(sut.vehicle_can.steering_tire_angle == 0.07);
    CHECK(sut.vehicle_can.wheel_velocity_fl == 8);
    CHECK(sut.vehicle_can.wheel_velocity_rr == 11);
}

#ifdef AUTOHYU_FIELDS
TEST_CASE("the reference is a place on the earth, and a lost vehicle has no message") {
    const auto sut = messages::to_reference<autohyu_msgs::Reference>(37.5, 127);
    CHECK(sut.projection == "local_cartesian");
    CHECK(sut.wgs84.latitude == 37.5);
    CHECK(sut.wgs84.longitude == 127);
    CHECK(!messages::TellsFailure<autohyu_msgs::VehicleState>::value);
}
#else
TEST_CASE("the reference is two angles, and a lost vehicle has a separate message") {
    const auto sut = messages::to_reference<autohyu_msgs::Reference>(37.5, 127);
    CHECK(sut.projection == "local_cartesian");
    CHECK(sut.ref_lat == 37.5);
    CHECK(sut.ref_lon == 127);
    using Message = autohyu_msgs::VehicleState;
    CHECK(messages::TellsFailure<Message>::value);
    CHECK(messages::to_message<Message>(driving()).operation_mode == Message::NORMAL);
    CHECK(messages::to_message<Message>(VehicleState()).operation_mode == Message::FAIL);
}
#endif

}  // namespace
