// SPDX-License-Identifier: MIT
#include "messages/vehicle_interface.hpp"

#include <ddc/recording/message_type.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace vehicle_interface_test {

using namespace gateway::messages;

namespace {

const std::string stamp = "builtin_interfaces/Time stamp\n";

/// Types and names of fields, without the definitions of nested messages.
template <class Message>
std::string fields_of() {
    const std::string text = ros2msg(*ddc::recording::message_type<Message>());
    return text.substr(0, text.find("==="));
}

/// The same for the file that nodes of ROS 2 use: without comments, defaults and constants.
std::string fields_in_file(const std::string& name) {
    std::ifstream file(PROJECT_DIRECTORY "/schemas/vehicle_interface_msgs/msg/" + name + ".msg");
    REQUIRE(file);
    std::string fields;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string type, field, next;
        words >> type >> field >> next;
        if (type[0] != '#' && next != "=") fields += type + " " + field + "\n";
    }
    return fields;
}

}  // namespace

TEST_CASE("messages of the vehicle interface have the fields of the specification") {
    const std::string raw = stamp +
                            "uint32 throttle\nuint32 brake\nint32 front_steer\nint32 rear_steer\n",
                      control = stamp +
                                "float32 long_accel_mps2\nfloat32 front_wheel_angle_rad\n"
                                "float32 rear_wheel_angle_rad\n",
                      high_level = stamp + "float32 velocity_mps\nfloat32 curvature\n",
                      codes =
                          "uint8 blinker\nuint8 headlight\nuint8 wiper\nuint8 gear\nuint8 mode\n"
                          "bool hand_brake\nbool horn\n",
                      odometry = stamp +
                                 "float32 velocity_mps\nfloat32 front_wheel_angle_rad\n"
                                 "float32 rear_wheel_angle_rad\n";
    CHECK(fields_of<RawControlCommand>() == raw);
    CHECK(fields_of<VehicleControlCommand>() == control);
    CHECK(fields_of<HighLevelControlCommand>() == high_level);
    CHECK(fields_of<VehicleStateCommand>() == stamp + codes + "bool autonomous\n");
    CHECK(fields_of<VehicleOdometry>() == odometry);
    CHECK(fields_of<VehicleStateReport>() == stamp + "uint8 fuel\n" + codes);
}

TEST_CASE("the message files of the vehicle interface have the same fields") {
    CHECK(fields_in_file("RawControlCommand") == fields_of<RawControlCommand>());
    CHECK(fields_in_file("VehicleControlCommand") == fields_of<VehicleControlCommand>());
    CHECK(fields_in_file("HighLevelControlCommand") == fields_of<HighLevelControlCommand>());
    CHECK(fields_in_file("VehicleStateCommand") == fields_of<VehicleStateCommand>());
    CHECK(fields_in_file("VehicleOdometry") == fields_of<VehicleOdometry>());
    CHECK(fields_in_file("VehicleStateReport") == fields_of<VehicleStateReport>());
}

}  // namespace vehicle_interface_test
