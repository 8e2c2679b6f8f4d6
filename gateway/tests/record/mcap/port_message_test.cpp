// SPDX-License-Identifier: MIT
#include "mcap/port_message.hpp"

#include <doctest/doctest.h>

namespace port_message_test {

using namespace ddc::recording;

namespace {

/// The message definitions of such a type, without those of its header.
std::string definitions(const std::vector<std::string>& names, Primitive of = Primitive::float64) {
    std::vector<std::pair<std::string, Primitive>> values;
    for (const std::string& name : names) values.emplace_back(name, of);
    std::string text = ros2msg(*gateway::message_type_of("ddc_msgs/msg/Inputs", values));
    const std::string header = "std_msgs/Header header\n";
    REQUIRE(text.rfind(header, 0) == 0);
    text.erase(0, header.size());
    const std::string separator = std::string(80, '=') + "\n";
    for (const char* used :
         {"MSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n",
          "MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n"}) {
        const std::string definition = separator + used;
        REQUIRE(text.find(definition) != std::string::npos);
        text.erase(text.find(definition), definition.size());
    }
    for (std::size_t at; (at = text.find(separator)) != std::string::npos;)
        text.replace(at, separator.size(), "-- ");
    return text;
}

}  // namespace

TEST_CASE("a port of one number is a field") {
    CHECK(definitions({"true_velocity", "gear"}) == "float64 true_velocity\nfloat64 gear\n");
    CHECK(definitions({"on"}, Primitive::boolean) == "bool on\n");
}

TEST_CASE("parts of a port are a nested message") {
    CHECK(definitions({"true_position.x", "true_position.y", "speed"}) ==
          "ddc_msgs/InputsTruePosition true_position\nfloat64 speed\n"
          "-- MSG: ddc_msgs/InputsTruePosition\nfloat64 x\nfloat64 y\n");
}

TEST_CASE("elements are an array and a matrix is one array by rows") {
    CHECK(definitions({"v[0]", "v[1]", "v[2]"}) == "float64[3] v\n");
    CHECK(definitions({"m[0][0]", "m[0][1]", "m[1][0]", "m[1][1]"}) == "float64[4] m\n");
    CHECK(definitions({"p[0].x", "p[0].y", "p[1].x", "p[1].y"}) ==
          "ddc_msgs/InputsP[2] p\n-- MSG: ddc_msgs/InputsP\nfloat64 x\nfloat64 y\n");
}

TEST_CASE("a vector with a length has both") {
    CHECK(definitions({"d.length", "d[0]", "d[1]"}) ==
          "ddc_msgs/InputsD d\n-- MSG: ddc_msgs/InputsD\nfloat64 length\nfloat64[2] items\n");
}

TEST_CASE("an invalid name is converted to a name of ROS 2") {
    CHECK(definitions({"Ziel-Pose", "2nd", "__x__", "a b", "a_b", "Größe"}) ==
          "float64 ziel_pose\nfloat64 port2nd\nfloat64 x\nfloat64 a_b\nfloat64 a_b_2\n"
          "float64 gr_e\n");
    CHECK(definitions({"header", "", ".", "[", "a", "a.x"}).find("float64 header_2\n") == 0);
}

}  // namespace port_message_test
