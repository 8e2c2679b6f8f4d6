// SPDX-License-Identifier: MIT
#include "mcap/vehicle_messages.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/message_numbers.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace vehicle_messages_test {

using namespace gateway;

namespace {

using Numbers = std::map<std::string, double>;

/// The values of the recording that are not 0.
Numbers numbers_of(const messages::Command& message) {
    const ddc::recording::MessageNumbers reader(ddc::recording::message_type<messages::Command>());
    const auto bytes = ddc::recording::to_cdr(message);
    std::vector<double> values(reader.paths().size());
    reader.read(bytes.data(), bytes.size(), values.data());
    Numbers numbers;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::abs(values[i]) > 0) numbers[reader.paths()[i]] = values[i];
    return numbers;
}

}  // namespace

TEST_CASE("a recorded command has its level, the numbers of that level and zeros elsewhere") {
    struct Case {
        decltype(Command::control) control;
        const char* level;
        Numbers numbers;
    };
    const Case cases[] = {
        {PedalCommand{0.1, 0.2, 0.3},
         "pedals",
         {{"steer_rad", 0.1}, {"throttle", 0.2}, {"brake", 0.3}}},
        {ActuationCommand{0.4, 0.5, -6},
         "actuation",
         {{"actuation_accel", 0.4}, {"actuation_brake", 0.5}, {"actuation_steer", -6}}},
        {AccelerationCommand{-1.5, 20, 0.25, -0.125},
         "acceleration",
         {{"accel_mps2", -1.5},
          {"velocity_mps", 20},
          {"steer_rad", 0.25},
          {"rear_steer_rad", -0.125}}},
        {VelocityCommand{-3, 0.5}, "velocity", {{"velocity_mps", -3}, {"steer_rad", 0.5}}},
        {CurvatureCommand{8, -0.02}, "curvature", {{"velocity_mps", 8}, {"curvature_1pm", -0.02}}},
        {WheelTorqueCommand{{10, 20, -30, -40}, 0.75},
         "wheel_torques",
         {{"wheel_torque_nm[0]", 10},
          {"wheel_torque_nm[1]", 20},
          {"wheel_torque_nm[2]", -30},
          {"wheel_torque_nm[3]", -40},
          {"steer_rad", 0.75}}},
        {RawCommand{100, 200, -300, 0},
         "raw",
         {{"actuation_accel", 100}, {"actuation_brake", 200}, {"actuation_steer", -300}}}};
    messages::Command sut;
    for (const Case& each : cases) {
        CAPTURE(each.level);
        fill(sut, SimTime(2'500'000'000), Command{each.control, {}}, true);
        Numbers expected = each.numbers;
        expected.insert(
            {{"header.stamp.sec", 2}, {"header.stamp.nanosec", 5e8}, {"is_failsafe", 1}});
        CHECK(sut.level == each.level);
        CHECK(numbers_of(sut) == expected);
    }
}

}  // namespace vehicle_messages_test
