// SPDX-License-Identifier: MIT
#include <ddc/recording/common_messages.hpp>
#include <ddc/recording/ddc_messages.hpp>
#include <ddc/recording/ros2msg_reader.hpp>

#include <doctest/doctest.h>

namespace ros2msg_reader_test {

using namespace ddc::recording;

namespace {

template <class Message>
bool comes_back() {
    const MessageType& type = *message_type<Message>();
    return *read_ros2msg(type.name, ros2msg(type)) == type;
}

/// Reads the text of another writer, and returns the fields as this project writes them.
std::string again(const std::string& text) {
    const std::string written = ros2msg(*read_ros2msg("some_msgs/msg/Any", text));
    return written.substr(0, written.find("====="));
}

std::string definition_refusal(const std::string& text) {
    try {
        read_ros2msg("some_msgs/msg/Any", text);
        return "";
    } catch (const Ros2msgError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("a definition that this project wrote is read back unchanged") {
    CHECK(comes_back<Odometry>());
    CHECK(comes_back<TFMessage>());
    CHECK(comes_back<Path>());
    CHECK(comes_back<Imu>());
    CHECK(comes_back<Log>());
    CHECK(comes_back<Entry>());
    CHECK(comes_back<RunStatus>());
}

TEST_CASE("the syntax of other writers is read or skipped") {
    CHECK(again("# a comment\n\n  float64 x  # in m\r\nint32 COUNT=3\nstring NAME = \"a # b\"\n"
                "bool on true\nstring<=10 text \"none\"\nfloat32[<=4] few\nuint8[] many\n"
                "byte one\nchar[3] three\n") ==
          "float64 x\nbool on\nstring text\nfloat32[] few\nuint8[] many\nuint8 one\n"
          "uint8[3] three\n");
    CHECK(again("") == "uint8 structure_needs_at_least_one_member\n");
    const std::string line = std::string(80, '=') + "\n";
    CHECK(again("Header header\nInner[2] inner\nother_msgs/msg/Far far\n" + line +
                "MSG: std_msgs/Header\nstring frame_id\n" + line +
                "MSG: some_msgs/Inner\nint8 a\n" + line + "MSG: other_msgs/msg/Far\nint8 b\n") ==
          "std_msgs/Header header\nsome_msgs/Inner[2] inner\nother_msgs/Far far\n");
}

TEST_CASE("an invalid definition is refused with its line") {
    CHECK(definition_refusal("float64 x\nother_msgs/Absent y\n") ==
          "line 2: the type other_msgs/msg/Absent is not defined");
    CHECK(definition_refusal("Any again\n") ==
          "line 1: the type some_msgs/msg/Any contains itself");
    CHECK(definition_refusal("float64\n") == "line 1: must be a type and a name, or a constant");
    CHECK(definition_refusal("float64 a-b\n").find("must be a type and a name") !=
          std::string::npos);
    CHECK(definition_refusal("wstring w\n") == "line 1: wstring is not supported");
    CHECK(definition_refusal("int8[0] a\n").find("'[0]' is not a valid array size") !=
          std::string::npos);
    CHECK(definition_refusal("int8[x] a\n").find("is not a valid array size") != std::string::npos);
    CHECK(definition_refusal("int8[99999999999] a\n").find("is not a valid array size") !=
          std::string::npos);
    CHECK(definition_refusal("int8 a\n===\nint8 b\n") ==
          "line 3: must be MSG: and the name of a type");
}

TEST_CASE("the total number of fields in nested types is limited") {
    std::string text = "T0 a\nT0 b\n";
    for (int i = 0; i < 40; ++i) {
        const std::string next = "T" + std::to_string(i + 1);
        text += "===\nMSG: some_msgs/T" + std::to_string(i) + "\n";
        text += i < 39 ? next + " a\n" + next + " b\n" : "int8 a\n";
    }
    CHECK(definition_refusal(text).find("more than 100000 fields in all") != std::string::npos);
}

TEST_CASE("the nesting of types is limited") {
    const auto chain = [](const std::string& name, int levels, const std::string& last) {
        std::string text;
        for (int i = 0; i < levels; ++i)
            text += "===\nMSG: some_msgs/" + name + std::to_string(i) + "\n" +
                    (i + 1 < levels ? name + std::to_string(i + 1) : last) + " a\n";
        return text;
    };
    CHECK(definition_refusal("T0 a\n" + chain("T", 63, "int8")).empty());
    CHECK(definition_refusal("T0 a\n" + chain("T", 64, "int8")) ==
          "line 190: types are nested more than 64 levels deep");
    CHECK(definition_refusal("T0 a\n" + chain("T", 200'000, "int8")) ==
          "line 190: types are nested more than 64 levels deep");
    // Each of the two chains is short enough, but one ends with a type of the other.
    CHECK(definition_refusal("T0 a\nU0 b\n" + chain("T", 60, "int8") + chain("U", 10, "T0"))
              .find("nested more than 64 levels deep") != std::string::npos);
    CHECK(
        definition_refusal("T0 a\nU0 b\n" + chain("T", 60, "int8") + chain("U", 3, "T0")).empty());
}

}  // namespace ros2msg_reader_test
