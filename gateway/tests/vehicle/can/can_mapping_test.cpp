// SPDX-License-Identifier: MIT
// Each number that a CAN frame can carry, by its name in a mapping's file.
#include "scratch_file.hpp"

#include "can/can_mapping.hpp"
#include "config/vehicle/read_remote_vehicle.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace can_mapping_test {

using namespace gateway;

CanMapping mapping_of(const std::string& send, const std::string& receive) {
    const tests::ScratchFile file(".yaml", "send: [" + send + "]\nreceive: [" + receive + "]\n");
    plant::YamlReader reader(file.path());
    const CanMapping mapping = read_can_vehicle(reader).mapping;
    reader.finish();
    return mapping;
}

/// The value of one field of a frame, in thousandths in its bytes 2 to 5.
std::string only_value(const std::string& name) {
    return "{id: 1, signals: {" + name +
           ": {start_bit: 16, bits: 32, signed: true, scale: 0.001}}}";
}

TEST_CASE("can: each number of a command is sent under its name") {
    const auto sent = [](const std::string& name, const VehicleStateCommand& state) {
        PedalCommand pedals;
        pedals.steer_rad = -0.25;
        pedals.throttle = 0.5;
        pedals.brake = 0.75;
        const CanMapping mapping = mapping_of(only_value(name), "{id: 2}");
        const can_frame frame = encode(mapping.send.at(0), pedals, state, 0);
        std::int32_t thousandths = 0;
        std::memcpy(&thousandths, frame.data + 2, 4);
        return thousandths / 1000.0;
    };
    VehicleStateCommand state;
    state.gear = Gear::neutral;
    state.blinker = Blinker::hazard;
    state.headlight = Headlight::high;
    state.wiper = Wiper::clean;
    state.mode = DrivingMode::manual;
    state.hand_brake = true;
    const std::pair<const char*, double> expected[] = {
        {"steer_rad", -0.25}, {"throttle", 0.5}, {"brake", 0.75}, {"gear", 5}, {"blinker", 4},
        {"headlight", 3},     {"wiper", 14},     {"mode", 2},     {"horn", 0}, {"hand_brake", 1}};
    CHECK(std::size(expected) == can_command_values().size());
    for (const auto& [name, value] : expected) {
        CAPTURE(name);
        CHECK(sent(name, state) == value);
    }
    state = {};
    state.horn = true;
    CHECK(sent("horn", state) == 1);
    CHECK(sent("hand_brake", state) == 0);
}

struct Report {
    const char* name;
    double sent, taken;
    double (*find)(const Feedback&);
};

template <class Code>
double number(Code code) {
    return static_cast<double>(code);
}

/// -1 if not known.
double number(const std::optional<std::uint8_t>& percent) {
    return percent ? *percent : -1;
}

constexpr Report reports[] = {
    {"x_m", -2.5, -2.5, [](const Feedback& f) { return f.state.position_m.x(); }},
    {"y_m", 3.5, 3.5, [](const Feedback& f) { return f.state.position_m.y(); }},
    {"yaw_rad", -1.5, -1.5, [](const Feedback& f) { return f.state.yaw_rad; }},
    {"vx_mps", 20.5, 20.5, [](const Feedback& f) { return f.state.velocity_mps.x(); }},
    {"vy_mps", -0.5, -0.5, [](const Feedback& f) { return f.state.velocity_mps.y(); }},
    {"yaw_rate_radps", 0.25, 0.25,
     [](const Feedback& f) { return f.state.angular_velocity_radps.z(); }},
    {"ax_mps2", -4.5, -4.5, [](const Feedback& f) { return f.ax_mps2; }},
    {"ay_mps2", 5.5, 5.5, [](const Feedback& f) { return f.ay_mps2; }},
    {"steer_rad", 0.125, 0.125, [](const Feedback& f) { return f.steer_applied_rad; }},
    {"throttle", 1.5, 1, [](const Feedback& f) { return f.throttle_applied; }},
    {"brake", 0.75, 0.75, [](const Feedback& f) { return f.brake_applied; }},
    {"gear", 2, 2, [](const Feedback& f) { return number(f.report.gear); }},
    {"blinker", 3, 3, [](const Feedback& f) { return number(f.report.blinker); }},
    {"headlight", 2.6, 3, [](const Feedback& f) { return number(f.report.headlight); }},
    {"wiper", 14, 14, [](const Feedback& f) { return number(f.report.wiper); }},
    {"mode", 4, 4, [](const Feedback& f) { return number(f.report.mode); }},
    {"hand_brake", 1, 1, [](const Feedback& f) { return number(f.report.hand_brake); }},
    {"horn", 0.5, 1, [](const Feedback& f) { return number(f.report.horn); }},
    {"fuel_percent", 70, 70, [](const Feedback& f) { return number(f.report.fuel_percent); }}};

TEST_CASE("can: each number of a report is read by its name, within its limits, and no other") {
    CHECK(std::size(reports) == can_report_values().size());
    for (const Report& report : reports) {
        const CanMapping mapping = mapping_of("{id: 2}", only_value(report.name));
        const auto thousandths = static_cast<std::int32_t>(std::lround(report.sent * 1000));
        can_frame frame{};
        frame.can_id = 1;
        frame.len = 8;
        std::memcpy(frame.data + 2, &thousandths, 4);
        CanReception reception;
        Feedback feedback;
        decode(mapping.receive.at(0), frame, reception, feedback);
        for (const Report& each : reports) {
            CAPTURE(each.name);
            CHECK(each.find(feedback) ==
                  doctest::Approx(&each == &report ? report.taken : each.find({})));
        }
    }
}

}  // namespace can_mapping_test
