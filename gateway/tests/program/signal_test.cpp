// SPDX-License-Identifier: MIT
#include "command_parts.hpp"

#include "binding/signal_functions.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/signals.hpp>
#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace signal_test {

using gateway::Command;
using gateway::Feedback;
using namespace gateway::tests;

double input(const char* signal, const Feedback& feedback, std::size_t element = 0) {
    double values[10] = {};
    gateway::find_input_signal(signal)->function({feedback, {}}, values);
    return values[element];
}

Command output(const char* signal, double value) {
    Command command;
    gateway::find_output_signal(signal)->function({30.0, gateway::autohyu::PedalMap()}, &value,
                                                  command);
    return command;
}

TEST_CASE(
    "every signal of the catalogue has a row in its direction, with the same number of elements") {
    for (const auto& signal : ddc::interface::signals()) {
        CAPTURE(signal.name);
        const auto* input = gateway::find_input_signal(signal.name);
        const auto* output = gateway::find_output_signal(signal.name);
        const bool is_input = signal.direction == ddc::interface::Direction::input;
        REQUIRE((input != nullptr) == is_input);
        REQUIRE((output != nullptr) != is_input);
        CHECK((is_input ? input->elements : output->elements) ==
              ddc::interface::element_count(signal.data_type));
    }
}

TEST_CASE("an input's function fills exactly the elements of its row") {
    for (const auto& signal : ddc::interface::signals()) {
        const auto* input = gateway::find_input_signal(signal.name);
        if (input == nullptr) continue;
        CAPTURE(signal.name);
        std::vector<double> values(input->elements + 100, std::nan(""));
        Feedback feedback;
        feedback.report.fuel_percent = 50;
        input->function({feedback, {}}, values.data());
        for (std::size_t i = 0; i < values.size(); ++i)
            CHECK(std::isfinite(values[i]) == (i < input->elements));
    }
}

TEST_CASE("a receiver's position reaches a program as a geodetic position") {
    Feedback feedback;
    feedback.sensors.of(plant::sensor::gnss_position) = {10000, 0, 0};
    const gateway::WorldOrigin origin{37.5665, 126.978, 38, 0};
    const auto place = [&](const char* signal) {
        double value = 0;
        gateway::find_input_signal(signal)->function({feedback, {}, {}, {}, origin}, &value);
        return value;
    };
    CHECK(place("gnss_latitude") == doctest::Approx(37.5664457405131).epsilon(1e-12));
    CHECK(place("gnss_longitude") == doctest::Approx(127.0911892576185).epsilon(1e-12));
    CHECK(place("gnss_altitude") == doctest::Approx(45.82946871).epsilon(1e-9));
}

TEST_CASE("feedback reaches a program in the protocol's units") {
    Feedback feedback;
    feedback.state.velocity_mps.x() = -10;
    feedback.state.position_m = {3, 4, 5};
    feedback.state.yaw_rad = plant::pi;
    feedback.steer_applied_rad = -0.1;
    feedback.throttle_applied = 0.25;
    feedback.brake_applied = 0.75;
    CHECK(input("true_velocity", feedback) == doctest::Approx(-36));
    CHECK(input("true_position", feedback, 0) == 3);
    CHECK(input("true_position", feedback, 1) == 4);
    CHECK(input("true_compass", feedback) == 180);  // exactly backwards is 180, not 0
    feedback.state.yaw_rad = 0.5;                   // counter-clockwise of the X axis
    CHECK(input("true_compass", feedback) == doctest::Approx(28.6479));
    CHECK(input("steering", feedback) == doctest::Approx(-5.72958));
    CHECK(input("gas", feedback) == 0.25);
    CHECK(input("braking", feedback) == 0.75);
    feedback.state.wheel_spin_radps = {10, 20, 30, -40};
    feedback.wheel_radius_m = 0.3;
    CHECK(input("wheel_speed", feedback, 0) == doctest::Approx(3));
    CHECK(input("wheel_speed", feedback, 3) == doctest::Approx(-12));
    feedback.report.gear = gateway::Gear::reverse;
    CHECK(input("gas", feedback) == -0.25);
}

TEST_CASE("sensor readings reach a program beside the true values") {
    Feedback feedback;
    feedback.wheel_radius_m = 0.3;
    plant::SensorReadings& shown = feedback.sensors;
    shown.of(plant::sensor::imu_accel) = {1, 2, 9.8};
    shown.of(plant::sensor::imu_gyro) = {5, 6, 0.5};
    shown.of(plant::sensor::gnss_position) = {100, 200, 3};
    shown.of(plant::sensor::gnss_velocity) = {-4, 7, 1};
    shown.of(plant::sensor::wheel_speed) = {10, 20, 30, -40};
    CHECK(input("imu_acceleration", feedback, 2) == 9.8);
    CHECK(input("imu_yaw_rate", feedback) == doctest::Approx(28.6479));
    CHECK(input("gnss_position", feedback, 1) == 200);
    CHECK(input("gnss_velocity", feedback, 0) == -4);
    CHECK(input("gnss_altitude", feedback) == doctest::Approx(3).epsilon(0.01));
    CHECK(input("wheel_speed_measured", feedback, 3) == doctest::Approx(-12));
    CHECK(input("true_position", feedback, 1) == 0);
    CHECK(input("wheel_speed", feedback, 3) == 0);
}

TEST_CASE("tyre and body values of a vehicle reach a program wheel by wheel") {
    Feedback feedback;
    feedback.wheel_load_n = {1, 2, 3, 4000};
    feedback.tyre_force_x_n = {5, 6, 7, 8};
    feedback.tyre_force_y_n = {9, 10, 11, 12};
    feedback.slip_ratio = {0.1, 0.2, 0.3, 0.4};
    feedback.slip_angle_rad = {0, 0, 0, 0.5};
    feedback.state.suspension_compression_m = {0.01, 0.02, 0.03, 0.04};
    feedback.state.velocity_mps = {20, -1, 0.5};
    feedback.state.angular_velocity_radps = {0.5, 0, -0.5};
    feedback.rack_torque_nm = 2.5;
    feedback.brake_torque_nm = {100, 200, 300, 400};
    feedback.abs_active = {0, 1, 0, 0};
    feedback.traction_active = 1;
    feedback.sensors.of(plant::sensor::imu_gyro) = {0.5, -0.5, 0};
    feedback.sensors.of(plant::sensor::steer) = {0.5};
    CHECK(input("wheel_load", feedback, 3) == 4000);
    CHECK(input("tyre_force_x", feedback, 2) == 7);
    CHECK(input("tyre_force_y", feedback, 1) == 10);
    CHECK(input("slip_ratio", feedback, 0) == 0.1);
    CHECK(input("slip_angle", feedback, 3) == doctest::Approx(28.6479));
    CHECK(input("suspension_compression", feedback, 1) == 0.02);
    CHECK(input("rack_torque", feedback) == 2.5);
    CHECK(input("brake_torque", feedback, 2) == 300);
    CHECK(input("abs_active", feedback, 1) == 1);
    CHECK(input("traction_active", feedback) == 1);
    CHECK(input("esc_active", feedback) == 0);
    CHECK(input("true_body_velocity", feedback, 1) == -1);
    CHECK(input("true_angular_velocity", feedback, 2) == doctest::Approx(-28.6479));
    CHECK(input("imu_angular_velocity", feedback, 1) == doctest::Approx(-28.6479));
    CHECK(input("steering_measured", feedback) == doctest::Approx(28.6479));
}

TEST_CASE("outputs reach the vehicle in SI units, gas below zero as reverse") {
    CHECK(pedals_of(output("set_steering", 30)).steer_rad == doctest::Approx(0.5235988));
    CHECK(pedals_of(output("set_braking", 0.5)).brake == 0.5);
    CHECK(pedals_of(output("set_gas", 0.5)).throttle == 0.5);
    CHECK(state_command_of(output("set_gas", 0.5)).gear == gateway::Gear::drive);
    CHECK(pedals_of(output("set_gas", -0.25)).throttle == 0.25);
    CHECK(state_command_of(output("set_gas", -0.25)).gear == gateway::Gear::reverse);
}

TEST_CASE("switches of brake control reach the vehicle one by one") {
    CHECK(output("abs_off_cmd", 1).off.abs);
    CHECK_FALSE(output("abs_off_cmd", 1).off.esc);
    CHECK_FALSE(output("abs_off_cmd", 0).off.abs);
    CHECK(output("traction_off_cmd", 1).off.traction);
    CHECK(output("esc_off_cmd", 1).off.esc);
}

TEST_CASE("AutoHYU's outputs become pedals, tyre angle and advice") {
    CHECK(pedals_of(output("gripped_steer", -10)).steer_rad == doctest::Approx(-0.1745329));
    // at 30 m/s 110 kW give 1173.3 Nm on wheels of 0.32 m
    CHECK(pedals_of(output("gripped_torque", 586.67)).throttle ==
          doctest::Approx(0.5).epsilon(0.003));
    CHECK(pedals_of(output("gripped_torque", -2500)).brake == doctest::Approx(0.5));
    CHECK(pedals_of(output("gripped_accel", 1.5)).aux_accel_target_mps2 == 1.5);
    CHECK(std::isnan(pedals_of(output("gripped_torque", 0)).aux_accel_target_mps2));
    CHECK(pedals_of(output("aux_speed_target", 12.5)).aux_speed_target_mps == 12.5);
    CHECK(std::isnan(pedals_of(output("gripped_torque", 0)).aux_speed_target_mps));
}

TEST_CASE("actuation is passed unchanged in both directions") {
    CHECK(actuation_of(output("accel_cmd", 0.3)).accel == 0.3);
    CHECK(actuation_of(output("brake_cmd", 0.2)).brake == 0.2);
    CHECK(actuation_of(output("steer_cmd", -4.5)).steer == -4.5);
    Feedback feedback;
    feedback.actuation_status = {0.1, 0.2, 0.3};
    CHECK(input("accel_status", feedback) == 0.1);
    CHECK(input("brake_status", feedback) == 0.2);
    CHECK(input("steer_status", feedback) == 0.3);
}

TEST_CASE("public gear codes become gears, and invalid codes keep the gear of the vehicle") {
    for (const int code : {2, 7, 19})
        CHECK(state_command_of(output("gear_cmd", code)).gear == gateway::Gear::drive);
    for (const int code : {23, 24})
        CHECK(state_command_of(output("gear_cmd", code)).gear == gateway::Gear::low);
    CHECK(state_command_of(output("gear_cmd", 22)).gear == gateway::Gear::park);
    for (const int code : {20, 21})
        CHECK(state_command_of(output("gear_cmd", code)).gear == gateway::Gear::reverse);
    for (const int code : {0, 1, 25, 255})
        CHECK(state_command_of(output("gear_cmd", code)).gear == gateway::Gear::neutral);
    for (const int code : {0, 25, 255})
        CHECK(state_command_of(output("gear_cmd", code)).hand_brake);
    for (const int code : {1, 2, 19, 20, 21, 22, 24})
        CHECK_FALSE(state_command_of(output("gear_cmd", code)).hand_brake);
}

TEST_CASE("the status of a vehicle reaches a program signal by signal, the gear as commanded") {
    Feedback feedback;
    feedback.report = {gateway::Blinker::hazard,
                       gateway::Headlight::high,
                       gateway::Wiper::clean,
                       gateway::Gear::park,
                       gateway::DrivingMode::manual,
                       true,
                       true,
                       73};
    CHECK(input("blinker_status", feedback) == 4);
    CHECK(input("headlight_status", feedback) == 3);
    CHECK(input("wiper_status", feedback) == 14);
    CHECK(input("gear_status", feedback) == 22);
    CHECK(input("mode_status", feedback) == 2);
    CHECK(input("hand_brake_status", feedback) == 1);
    CHECK(input("horn_status", feedback) == 1);
    CHECK(input("fuel_status", feedback) == 73);
    feedback.report.fuel_percent.reset();
    CHECK(std::isnan(input("fuel_status", feedback)));
    using gateway::Gear;
    for (const Gear gear : {Gear::drive, Gear::reverse, Gear::park, Gear::low, Gear::neutral}) {
        feedback.report.gear = gear;
        CHECK(state_command_of(output("gear_cmd", input("gear_status", feedback))).gear == gear);
    }
    feedback.report.gear = Gear::no_command;
    CHECK(input("gear_status", feedback) == 0);
}

TEST_CASE("lamps, wipers, horn, hand brake and mode are commanded signal by signal") {
    CHECK(state_command_of(output("blinker_cmd", 3)).blinker == gateway::Blinker::right);
    CHECK(state_command_of(output("headlight_cmd", 2)).headlight == gateway::Headlight::on);
    CHECK(state_command_of(output("wiper_cmd", 14)).wiper == gateway::Wiper::clean);
    CHECK(state_command_of(output("mode_cmd", 1)).mode == gateway::DrivingMode::autonomous);
    CHECK(state_command_of(output("hand_brake_cmd", 1)).hand_brake);
    CHECK(state_command_of(output("horn_cmd", 1)).horn);
    CHECK_FALSE(state_command_of(output("horn_cmd", 0)).horn);
}

}  // namespace signal_test
