// SPDX-License-Identifier: MIT
#include "hex.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/common_messages.hpp>
#include <ddc/recording/ddc_messages.hpp>

#include <doctest/doctest.h>

#include <cstring>
#include <limits>

namespace cdr_test {

using namespace ddc::recording;

namespace {

/// 1.5 s.
const Time stamp{1, 500'000'000};

/// Written by Eclipse Cyclone DDS 0.10.2 with types made by idlc.
const char* const transform_bytes =
    "00010000 01000000 01000000 0065cd1d 04000000 6d617000 0a000000 626173655f6c696e6b00"
    "000000000000 000000000000f03f 0000000000000040 0000000000000840"
    "0000000000000000 0000000000000000 0000000000000000 000000000000f03f";

TFMessage transform() {
    TransformStamped one;
    one.header = {stamp, "map"};
    one.child_frame_id = "base_link";
    one.transform.translation = {1, 2, 3};
    one.transform.rotation = {0, 0, 0, 1};
    return {{one}};
}

Odometry odometry() {
    Odometry message;
    message.header = {stamp, "map"};
    message.child_frame_id = "base_link";
    message.pose.pose = {{1, 2, 3}, {0, 0, 0, 1}};
    message.pose.covariance[0] = 0.0001;
    message.twist.twist.linear.x = 10.5;
    message.twist.twist.angular.z = 0.125;
    message.twist.covariance[35] = 7;
    return message;
}

double double_at(const Bytes& bytes, std::size_t offset) {
    double value = 0;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

/// The error of reading these bytes as a message; empty if there is none.
template <class Message>
std::string refusal(const Bytes& bytes) {
    try {
        from_cdr<Message>(bytes);
        return "";
    } catch (const CdrError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("a clock has the bytes that Cyclone DDS writes") {
    CHECK(to_hex(to_cdr(Clock{stamp})) == hex("00010000 01000000 0065cd1d"));
}

TEST_CASE("a transform has the bytes that Cyclone DDS writes") {
    const Bytes bytes = to_cdr(transform());
    CHECK(bytes.size() == 100);
    CHECK(to_hex(bytes) == hex(transform_bytes));
}

TEST_CASE("an odometry has its numbers where Cyclone DDS writes them") {
    const Bytes bytes = to_cdr(odometry());
    REQUIRE(bytes.size() == 716);
    const Bytes head(bytes.begin(), bytes.begin() + 36);
    CHECK(to_hex(head) == hex("00010000 01000000 0065cd1d 04000000 6d617000 0a000000"
                              "626173655f6c696e6b00 0000"));
    CHECK(double_at(bytes, 36) == 1);
    CHECK(double_at(bytes, 52) == 3);
    CHECK(double_at(bytes, 84) == 1);
    CHECK(double_at(bytes, 92) == 0.0001);
    CHECK(double_at(bytes, 380) == 10.5);
    CHECK(double_at(bytes, 420) == 0.125);
    CHECK(double_at(bytes, 708) == 7);
}

TEST_CASE("messages are read back unchanged") {
    Path path;
    path.header.frame_id = "map";
    for (int i = 0; i < 3; ++i) {
        PoseStamped pose;
        pose.header = {{i, 1U}, std::string(static_cast<std::size_t>(i), 'f')};
        pose.pose.position.x = i / 3.0;
        path.poses.push_back(pose);
    }
    const Entry entry{stamp,
                      0x4003,
                      4,
                      true,
                      std::numeric_limits<std::int32_t>::min(),
                      std::numeric_limits<double>::infinity(),
                      "Grüße"};
    const auto repeats = [](const auto& message) {
        const Bytes bytes = to_cdr(message);
        return to_cdr(from_cdr<std::decay_t<decltype(message)>>(bytes)) == bytes;
    };
    CHECK(repeats(path));
    CHECK(repeats(entry));
    CHECK(repeats(odometry()));
    CHECK(repeats(transform()));
    CHECK(repeats(Path{}));
    const auto read = from_cdr<Entry>(to_cdr(entry));
    CHECK(read.id == 0x4003);
    CHECK(read.bool_value);
    CHECK(read.string_value == "Grüße");
    CHECK(from_cdr<Path>(to_cdr(path)).poses[2].pose.position.x == 2 / 3.0);
}

TEST_CASE("options and padding of other writers are ignored") {
    CHECK(from_cdr<Log>(from_hex("00010003 01000000 02000000 14000000 01000000 00000000 01000000"
                                 "00000000 01000000 00000000 01000000 00000000 07000000 000000"))
              .line == 7);
    CHECK(from_cdr<Clock>(from_hex("00010002 01000000 0065cd1d 0000")).clock.nanosec ==
          500'000'000);
    // For an empty string, some writers omit the final 0.
    CHECK(from_cdr<Header>(from_hex("00010000 01000000 02000000 00000000")).frame_id.empty());
}

TEST_CASE("every truncated message is refused") {
    const Bytes whole = to_cdr(transform());
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CAPTURE(size);
        const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        CHECK_THROWS_AS(from_cdr<TFMessage>(part), CdrError);
    }
}

TEST_CASE("errors in a message are reported with their position") {
    CHECK(refusal<Clock>(from_hex("0001")) ==
          "byte 2: ends within the four bytes of its encapsulation header");
    CHECK(refusal<Clock>(from_hex("00000000 00000001 00000002")) ==
          "byte 0: is encapsulated as 0 0; only 0 1, XCDR1 in little endian, is read");
    CHECK(refusal<Clock>(from_hex("00010000 01000000")) == "byte 8: ends before 1 x 4 bytes");
    CHECK(refusal<Clock>(from_hex("00010000 01000000 02000000 00000000")) ==
          "byte 12: 4 bytes too many");
    CHECK(refusal<TFMessage>(from_hex("00010000 ffffffff 00000000")) ==
          "byte 4: a sequence of 4294967295 elements with 4 bytes left");
    CHECK(refusal<Header>(from_hex("00010000 01000000 02000000 ffffffff 00")) ==
          "byte 16: ends before 4294967295 x 1 bytes");
    CHECK(refusal<Header>(from_hex("00010000 01000000 02000000 02000000 6161")) ==
          "byte 12: a string does not end with a 0");
    CHECK(refusal<Header>(from_hex("00010000 01000000 02000000 03000000 610000")) ==
          "byte 12: a string has a 0 in it");
    Bytes entry = to_cdr(Entry{});
    entry[17] = std::byte{2};
    CHECK(refusal<Entry>(entry) == "byte 17: a bool is 2, must be 0 or 1");
}

}  // namespace cdr_test
