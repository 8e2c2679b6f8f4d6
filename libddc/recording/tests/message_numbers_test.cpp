// SPDX-License-Identifier: MIT
#include <ddc/recording/cdr.hpp>
#include <ddc/recording/common_messages.hpp>
#include <ddc/recording/message_numbers.hpp>
#include <ddc/recording/ros2msg_reader.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace message_numbers_test {

using namespace ddc::recording;

namespace {

std::vector<double> numbers_in(const MessageNumbers& sut, const Bytes& bytes) {
    std::vector<double> values(sut.paths().size());
    sut.read(bytes.data(), bytes.size(), values.data());
    return values;
}

double number_at(const MessageNumbers& sut, const Bytes& bytes, const std::string& path) {
    const auto place = std::find(sut.paths().begin(), sut.paths().end(), path);
    REQUIRE(place != sut.paths().end());
    return numbers_in(sut, bytes)[static_cast<std::size_t>(place - sut.paths().begin())];
}

}  // namespace

TEST_CASE("the numbers of a message are read by their paths") {
    const MessageNumbers sut(message_type<Odometry>());
    CHECK(sut.paths()[0] == "header.stamp.sec");
    CHECK(sut.left_out() == std::vector<std::string>{"header.frame_id", "child_frame_id"});
    Odometry message;
    message.header = {{7, 8}, "map"};
    message.child_frame_id = "cog";
    message.pose.pose.position.y = 2.5;
    message.pose.covariance[35] = 0.25;
    message.twist.twist.angular.z = -1;
    const Bytes bytes = to_cdr(message);
    CHECK(number_at(sut, bytes, "header.stamp.sec") == 7);
    CHECK(number_at(sut, bytes, "pose.pose.position.y") == 2.5);
    CHECK(number_at(sut, bytes, "pose.covariance[35]") == 0.25);
    CHECK(number_at(sut, bytes, "twist.twist.angular.z") == -1);
}

TEST_CASE("numbers after a sequence are found, with any number of elements") {
    const MessageNumbers sut(read_ros2msg("some_msgs/msg/Any",
                                          "string[] words\nInner[] list\nbool on\nuint16[2] pair\n"
                                          "===\nMSG: some_msgs/Inner\nfloat32 a\nstring b\n"));
    CHECK(sut.paths() == std::vector<std::string>{"on", "pair[0]", "pair[1]"});
    CHECK(sut.left_out() == std::vector<std::string>{"words", "list"});
    const auto write = [](auto&& stream, std::uint32_t count) {
        stream.numbers(&count, 1);
        for (std::uint32_t i = 0; i < count; ++i) stream.text("word");
        stream.numbers(&count, 1);
        const float a = 1;
        for (std::uint32_t i = 0; i < count; ++i) {
            stream.numbers(&a, 1);
            stream.text("b");
        }
        const bool on = true;
        stream.numbers(&on, 1);
        const std::uint16_t pair[]{3, 65535};
        stream.numbers(pair, 2);
        return stream.size();
    };
    for (const std::uint32_t count : {0U, 1U, 5U}) {
        Bytes bytes(write(CdrSizer(), count));
        write(CdrWriter(bytes.data()), count);
        CHECK(numbers_in(sut, bytes) == std::vector<double>{1, 3, 65535});
        bytes.resize(bytes.size() - 4);
        CHECK_THROWS_AS(numbers_in(sut, bytes), CdrError);
    }
}

TEST_CASE("a type with too many numbers is refused") {
    const auto type = read_ros2msg("some_msgs/msg/Any", "float64[4000000000] x\n");
    CHECK_THROWS_AS(MessageNumbers{type}, std::length_error);
}

TEST_CASE("a type whose paths have too many bytes is refused before they are made") {
    const auto refuses = [](const std::string& definition) {
        const auto type = read_ros2msg("some_msgs/msg/Any", definition);
        try {
            return MessageNumbers{type}.paths().empty();
        } catch (const std::length_error& error) {
            return std::string(error.what()).find("64000000 bytes in all") != std::string::npos;
        }
    };
    const auto name = [](std::size_t length) { return std::string(length, 'a'); };
    CHECK(refuses("float64[1000000] " + name(100'000) + "\n"));
    const std::string inner = "\n===\nMSG: some_msgs/Inner\nfloat64 x\nstring[] " + name(93) + "\n";
    CHECK(refuses("Inner[500000] " + name(60) + inner));
    // [0] to [999] have 4,890 bytes.
    CHECK_FALSE(refuses("float64[1000] " + name(63'995) + "\n"));
    CHECK(refuses("float64[1000] " + name(63'996) + "\n"));
    // With dots, and with 94 bytes below each of them: 200 times the name, [i] and the dot.
    CHECK_FALSE(refuses("Inner[100] " + name(319'000) + inner));
    CHECK(refuses("Inner[100] " + name(320'000) + inner));
}

}  // namespace message_numbers_test
