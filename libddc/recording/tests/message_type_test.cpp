// SPDX-License-Identifier: MIT
#include <ddc/recording/common_messages.hpp>
#include <ddc/recording/ddc_messages.hpp>
#include <ddc/recording/message_type.hpp>

#include <doctest/doctest.h>

namespace message_type_test {

using namespace ddc::recording;

namespace {

const std::string separator = std::string(80, '=') + "\n";
const std::string header_and_time =
    separator + "MSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n" +
    separator + "MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n";

/// `type name` of each field.
std::string listed(const MessageType& type) {
    const std::string text = ros2msg(type);
    return text.substr(0, text.find("====="));
}

}  // namespace

TEST_CASE("a definition is followed by those of its types, each once") {
    CHECK(ros2msg(*message_type<Header>()) ==
          "builtin_interfaces/Time stamp\nstring frame_id\n" + separator +
              "MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n");
    const std::string path = ros2msg(*message_type<Path>());
    CHECK(path.rfind("std_msgs/Header header\ngeometry_msgs/PoseStamped[] poses\n" +
                         header_and_time + separator + "MSG: geometry_msgs/PoseStamped\n",
                     0) == 0);
    CHECK(path.find("MSG: std_msgs/Header") == path.rfind("MSG: std_msgs/Header"));
}

TEST_CASE("arrays and sequences are spelled as ROS 2 does") {
    CHECK(listed(*message_type<AccelWithCovariance>()) ==
          "geometry_msgs/Accel accel\nfloat64[36] covariance\n");
    CHECK(listed(*message_type<TFMessage>()) == "geometry_msgs/TransformStamped[] transforms\n");
    CHECK(listed(*message_type<Entry>()) ==
          "builtin_interfaces/Time stamp\nint32 id\nuint8 type\nbool bool_value\n"
          "int32 int32_value\nfloat64 float64_value\nstring string_value\n");
}

TEST_CASE("a JSON Schema has the type of each field") {
    CHECK(json_schema(*message_type<NavSatStatus>()) ==
          R"({"type":"object","title":"sensor_msgs/msg/NavSatStatus","properties":{)"
          R"("status":{"type":"integer"},"service":{"type":"integer"}},)"
          R"("required":["status","service"]})");
    const std::string path = json_schema(*message_type<Path>());
    CHECK(path.find(R"("poses":{"type":"array","items":{"type":"object")") != std::string::npos);
    const std::string imu = json_schema(*message_type<Imu>());
    CHECK(imu.find(R"("orientation_covariance":{"type":"array","items":{"type":"number"},)"
                   R"("minItems":9,"maxItems":9})") != std::string::npos);
}

TEST_CASE("types are equal if their fields are") {
    MessageType copy = *message_type<Odometry>();
    CHECK(copy == *message_type<Odometry>());
    copy.fields[1].name = "child";
    CHECK_FALSE(copy == *message_type<Odometry>());
    CHECK_FALSE(*message_type<Point>() == *message_type<Vector3>());
}

TEST_CASE("every element of a sequence has at least its least size") {
    CHECK(least_size(MemberType<TransformStamped>::type()) == 8 + 4 + 4 + 56);
    CHECK(least_size(MemberType<Path>::type()) == 8 + 4 + 4);
    CHECK(least_size({Primitive::float64, Arity::array, 36}) == 288);
    CHECK(least_size({Primitive::boolean, Arity::array, 0}) == 1);
}

}  // namespace message_type_test
