// SPDX-License-Identifier: MIT
#include "messages/autoware_control.hpp"
#include "messages/autoware_vehicle.hpp"

#include <ddc/recording/cdr.hpp>

#include <doctest/doctest.h>

namespace autoware_test {

using namespace gateway::messages;
using ddc::recording::Bytes;
using ddc::recording::from_cdr;
using ddc::recording::to_cdr;

namespace {

std::string hex(const Bytes& bytes) {
    std::string text;
    for (const std::byte byte : bytes) {
        text += "0123456789abcdef"[std::to_integer<std::size_t>(byte) / 16];
        text += "0123456789abcdef"[std::to_integer<std::size_t>(byte) % 16];
    }
    return text;
}

Bytes bytes_of(const std::string& digits) {
    Bytes bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    return bytes;
}

Control control() {
    Control message;
    message.stamp = {1, 2};
    message.control_time = {3, 4};
    message.lateral = {{5, 6}, {7, 8}, 0.5F, -0.25F, true};
    message.longitudinal = {{9, 10}, {11, 12}, 13.5F, 1.5F, -2.0F, true, false};
    return message;
}

/// Written by Eclipse Cyclone DDS 0.10.2 with types of idlc, without padding.
const char* const velocity_report_bytes =
    "00010000"
    "010000000065cd1d0a000000626173655f6c696e6b000000"
    "00002841000080be0000003e";
const char* const control_body =
    "01000000020000000300000004000000050000000600000007000000080000000000003f000080be01000000"
    "090000000a0000000b0000000c000000000058410000c03f000000c00100";

}  // namespace

TEST_CASE("a velocity report has the bytes that Cyclone DDS writes") {
    const VelocityReport report{{{1, 500'000'000}, "base_link"}, 10.5F, -0.25F, 0.125F};
    CHECK(hex(to_cdr(report)) == velocity_report_bytes);
}

TEST_CASE("a control command has the bytes that Cyclone DDS writes") {
    CHECK(hex(to_cdr(control())) == "00010000" + std::string(control_body));
    // As Cyclone DDS sends them: with options, and padded to four bytes.
    const auto read = from_cdr<Control>(bytes_of("00010002" + std::string(control_body) + "0000"));
    CHECK(read.longitudinal.velocity == 13.5F);
    CHECK(read.lateral.is_defined_steering_tire_rotation_rate);
    CHECK_FALSE(read.longitudinal.is_defined_jerk);
}

TEST_CASE("a gear command has the bytes that Cyclone DDS writes") {
    const GearCommand drive{{1, 500'000'000}, 2};
    CHECK(hex(to_cdr(drive)) == "00010000010000000065cd1d02");
    CHECK(from_cdr<GearCommand>(bytes_of("00010003010000000065cd1d02000000")).command == 2);
}

TEST_CASE("the definition of a velocity report is that of Autoware") {
    const std::string separator = std::string(80, '=') + "\n";
    CHECK(ros2msg(*ddc::recording::message_type<VelocityReport>()) ==
          "std_msgs/Header header\nfloat32 longitudinal_velocity\nfloat32 lateral_velocity\n"
          "float32 heading_rate\n" +
              separator + "MSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n" +
              separator + "MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n");
}

}  // namespace autoware_test
