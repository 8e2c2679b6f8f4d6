// SPDX-License-Identifier: MIT
#include "command_parts.hpp"

#include <gateway/protocol/vds1/codec.hpp>
#include <gateway/protocol/vds1/convert.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace vds1_codec_test {

namespace vds1 = gateway::vds1;
using Json = nlohmann::json;
using Bytes = std::vector<std::byte>;

Json read_schema(const std::string& name) {
    std::ifstream file(std::string(SCHEMAS) + "/" + name);
    return Json::parse(file);
}

const Json& vectors() {
    static const Json json = read_schema("vds1_vectors.json");
    return json;
}

Bytes bytes_of(const Json& vector) {
    const std::string hex = vector["hex"];
    Bytes bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}

std::uint64_t bits_of(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

bool has_bits(double value, const Json& expected) {
    const double wanted =
        expected.is_string() ? std::stod(expected.get<std::string>()) : expected.get<double>();
    return bits_of(value) == bits_of(wanted);
}

/// Compares a packet's fields, bit by bit, with those of a vector.
struct Comparison {
    const Json& fields;
    int compared = 0;

    void operator()(std::size_t, const char* name, double value) {
        INFO(name);
        CHECK(has_bits(value, fields.at(name)));
        ++compared;
    }
    void operator()(std::size_t, const char* name, const vds1::State::PerWheel& values) {
        INFO(name);
        for (std::size_t i = 0; i < 4; ++i) CHECK(has_bits(values[i], fields.at(name)[i]));
        ++compared;
    }
    void operator()(std::size_t, const char* name, std::int32_t value) {
        CHECK(value == fields.at(name).get<std::int32_t>());
        ++compared;
    }
    void operator()(std::size_t, const char* name, bool value) {
        CHECK(value == (fields.at(name).get<int>() != 0));
        ++compared;
    }
};

int compare_header(const vds1::Header& header, const Json& fields) {
    CHECK(header.version == fields.at("version").get<int>());
    CHECK(header.sequence == fields.at("seq").get<std::uint32_t>());
    CHECK(header.vehicle_id == fields.value("vehicle_id", std::uint32_t{0}));
    CHECK(has_bits(header.timestamp_s, fields.at("timestamp")));
    return 4 + static_cast<int>(fields.contains("vehicle_id"));  // and the type of the message
}

void compare(const vds1::Cmd& cmd, const Json& fields) {
    Comparison comparison{fields};
    vds1::visit_payload(cmd, comparison);
    const std::size_t in_header = static_cast<std::size_t>(compare_header(cmd.header, fields));
    CHECK(in_header + static_cast<std::size_t>(comparison.compared) == fields.size());
}

void compare(const vds1::State& state, const Json& fields) {
    Comparison comparison{fields};
    vds1::visit_payload(state, state.header.version, comparison);
    const std::size_t in_header = static_cast<std::size_t>(compare_header(state.header, fields));
    CHECK(in_header + static_cast<std::size_t>(comparison.compared) == fields.size());
}

template <class Packet, class Buffer>
void check_accepted(const Json& vector) {
    INFO(vector["name"].get<std::string>());
    const Bytes bytes = bytes_of(vector);
    Packet packet;
    REQUIRE(vds1::decode(bytes.data(), bytes.size(), packet) == vds1::DecodeStatus::ok);
    compare(packet, vector["fields"]);
    if (vector.contains("only_decode")) return;
    Buffer buffer;
    buffer.fill(std::byte{0xee});
    REQUIRE(vds1::encode(packet, buffer) == bytes.size());
    // The byte of the hand brake is written as 0 or 1, for any byte that was read.
    if (vector["fields"].value("handbrake", 0) > 1) return;
    CHECK(std::equal(bytes.begin(), bytes.end(), buffer.begin()));
}

TEST_CASE("every golden vector is decoded to its values, and encoded to its bytes") {
    for (const Json& vector : vectors()["accepted"]) {
        if (vector["message"] == "CMD")
            check_accepted<vds1::Cmd, vds1::CmdBuffer>(vector);
        else
            check_accepted<vds1::State, vds1::StateBuffer>(vector);
    }
    CHECK(vectors()["accepted"].size() >= 20);
}

template <class Packet>
void check_rejected(const Json& vector) {
    INFO(vector["name"].get<std::string>());
    const Bytes bytes = bytes_of(vector);
    Packet packet;
    packet.header.sequence = 4711;
    const vds1::DecodeStatus status = vds1::decode(bytes.data(), bytes.size(), packet);
    CHECK(vds1::name_of(status) == vector["reason"].get<std::string>());
    CHECK(packet.header.sequence == 4711);
}

TEST_CASE("invalid packets are dropped for their reason and leave the output unchanged") {
    for (const Json& vector : vectors()["rejected"]) {
        if (vector["message"] == "CMD")
            check_rejected<vds1::Cmd>(vector);
        else
            check_rejected<vds1::State>(vector);
    }
    CHECK(vectors()["rejected"].size() >= 30);
}

TEST_CASE("a datagram of any other length is dropped") {
    const Bytes longest(600);
    vds1::State state;
    vds1::StateBuffer buffer;
    for (std::uint16_t version = 1; version <= 5; ++version) {
        state.header.version = version;
        Bytes packet(longest);
        const std::size_t length = vds1::encode(state, buffer);
        std::memcpy(packet.data(), buffer.data(), length);
        for (std::size_t size = 0; size < packet.size(); ++size) {
            const bool accepted =
                vds1::decode(packet.data(), size, state) == vds1::DecodeStatus::ok;
            CHECK(accepted == (size == length));
        }
    }
}

/// Checks the visited fields against the layout table.
struct LayoutCheck {
    const Json& table;
    std::size_t next = 0;

    template <class Field>
    void operator()(std::size_t offset, const char* name, const Field& field) {
        const Json& row = table.at(next++);
        CHECK(row["name"] == name);
        CHECK(row["offset"] == offset);
        CHECK(row.value("count", 1) == (sizeof(field) == 32 ? 4 : 1));
    }
};

TEST_CASE("the codec's fields equal those of the layout table") {
    const Json layout = read_schema("vds1_layout.json");
    const vds1::Cmd any_cmd;
    const vds1::State any_state;
    LayoutCheck cmd{layout["CMD"]};
    vds1::visit_payload(any_cmd, cmd);
    CHECK(cmd.next == layout["CMD"].size());
    for (std::uint16_t version = 1; version <= 5; ++version) {
        LayoutCheck state{layout["STATE"]};
        vds1::visit_payload(any_state, version, state);
        CHECK((state.next == layout["STATE"].size() ||
               layout["STATE"][state.next]["since"] > version));
        CHECK(vds1::state_bytes(version) == layout["lengths"]["STATE"][std::to_string(version)]);
        CHECK(vds1::cmd_bytes == layout["lengths"]["CMD"][std::to_string(version)]);
    }
    CHECK(vds1::state_bytes(0) == 0);
    CHECK(vds1::state_bytes(vds1::newest_version + 1) == 0);
}

TEST_CASE("a STATE decoded into a used packet keeps none of its old values") {
    vds1::State old;
    old.header.version = 1;
    old.x_m = 3;
    vds1::StateBuffer buffer;
    const std::size_t size = vds1::encode(old, buffer);
    vds1::State used;
    used.header.vehicle_id = 8;
    used.throttle_applied = 1;
    used.tire_fx_n.fill(1);
    REQUIRE(vds1::decode(buffer.data(), size, used) == vds1::DecodeStatus::ok);
    CHECK(used.x_m == 3);
    CHECK(used.header.vehicle_id == 0);
    CHECK(used.throttle_applied == 0);
    CHECK(used.tire_fx_n[3] == 0);
}

Json with_nulls(const Json& fields) {
    Json plain = fields;
    const auto clean = [](Json& value) {
        if (value.is_string()) value = nullptr;
    };
    for (Json& value : plain) {
        clean(value);
        if (value.is_array())
            for (Json& item : value) clean(item);
    }
    if (plain.contains("handbrake")) plain["handbrake"] = plain["handbrake"] != 0;
    return plain;
}

TEST_CASE("the JSON of a packet has the fields of its version, and null for what is not finite") {
    for (const Json& vector : vectors()["accepted"]) {
        const Bytes bytes = bytes_of(vector);
        vds1::Cmd cmd;
        vds1::State state;
        const bool is_cmd = vector["message"] == "CMD";
        const auto status = is_cmd ? vds1::decode(bytes.data(), bytes.size(), cmd)
                                   : vds1::decode(bytes.data(), bytes.size(), state);
        REQUIRE(status == vds1::DecodeStatus::ok);
        const std::string line = is_cmd ? vds1::to_json_line(cmd) : vds1::to_json_line(state);
        CHECK(line.find('\n') == std::string::npos);
        CHECK(Json::parse(line) == with_nulls(vector["fields"]));
    }
}

TEST_CASE("a command that is sent and received is the same command") {
    gateway::PedalCommand pedals;
    pedals.steer_rad = -0.2;
    pedals.throttle = 0.4;
    pedals.brake = 0.1;
    pedals.aux_speed_target_mps = 20;
    gateway::VehicleStateCommand state;
    state.gear = gateway::Gear::reverse;
    state.hand_brake = true;
    const gateway::Command command{pedals, state};
    vds1::Header header;
    header.sequence = 6;
    const vds1::Cmd cmd = vds1::to_cmd(command, header);
    CHECK(cmd.header.sequence == 6);
    CHECK(cmd.steering_tire_angle_rad == -0.2);
    const auto taken = vds1::to_command(cmd);
    REQUIRE(taken.has_value());
    CHECK(gateway::tests::pedals_of(*taken).steer_rad == -0.2);
    CHECK(gateway::tests::pedals_of(*taken).throttle == 0.4);
    CHECK(gateway::tests::pedals_of(*taken).brake == 0.1);
    CHECK(gateway::tests::state_command_of(*taken).gear == gateway::Gear::reverse);
    CHECK(gateway::tests::state_command_of(*taken).hand_brake);
    CHECK(std::isnan(gateway::tests::pedals_of(*taken).aux_accel_target_mps2));
    CHECK(gateway::tests::pedals_of(*taken).aux_speed_target_mps == 20);
}

TEST_CASE("a CMD with an undefined value or an unknown gear becomes no command") {
    const auto is_taken = [](auto change) {
        vds1::Cmd cmd;
        change(cmd);
        return vds1::to_command(cmd).has_value();
    };
    const double nan = std::nan("");
    CHECK(is_taken([](vds1::Cmd& cmd) { cmd.throttle = 7; }));
    CHECK_FALSE(is_taken([&](vds1::Cmd& cmd) { cmd.steering_tire_angle_rad = nan; }));
    CHECK_FALSE(is_taken([&](vds1::Cmd& cmd) { cmd.throttle = INFINITY; }));
    CHECK_FALSE(is_taken([&](vds1::Cmd& cmd) { cmd.brake = -INFINITY; }));
    CHECK_FALSE(is_taken([&](vds1::Cmd& cmd) { cmd.gear = 2; }));
    CHECK_FALSE(is_taken([&](vds1::Cmd& cmd) { cmd.gear = -2; }));
    CHECK(is_taken([&](vds1::Cmd& cmd) { cmd.aux_speed_target_mps = INFINITY; }));
}

/// A STATE with a different value in each field.
vds1::State numbered_state() {
    vds1::State state;
    state.header.version = 5;
    state.header.timestamp_s = 1.005;
    double next = 1;
    const auto number = [&](auto& field) {
        if constexpr (std::is_same_v<std::decay_t<decltype(field)>, double>)
            field = next++;
        else
            for (double& value : field) value = next++;
    };
    auto visit = [&](std::size_t, const char*, auto& field) { number(field); };
    vds1::visit_payload(state, 5, visit);
    return state;
}

TEST_CASE("a vehicle's output that is sent and received is the same in all fields of VDS1") {
    const vds1::State sent = numbered_state();
    const plant::Output output = vds1::to_output(sent);
    CHECK(output.sim_time.count() == 1'005'000'000);
    CHECK(output.state.position_m.y() == sent.y_m);
    CHECK(output.sensors.of(plant::sensor::gnss_position)[1] == sent.measured_gnss_y_m);
    CHECK(output.sensors.of(plant::sensor::steer)[0] == sent.measured_steer_rad);
    // not on the wire: the true value
    const plant::SensorReadings truth = plant::ideal_readings(output);
    for (const auto* kind : {&plant::sensor::gnss_velocity, &plant::sensor::wheel_speed})
        CHECK(output.sensors.of(*kind) == truth.of(*kind));
    const vds1::State again = vds1::to_state(output, sent.header);
    vds1::StateBuffer first, second;
    const std::size_t size = vds1::encode(sent, first);
    CHECK(vds1::encode(again, second) == size);
    CHECK(first == second);
}

TEST_CASE("a STATE of version 1 has true values as measured ones, and any timestamp is safe") {
    vds1::State state = numbered_state();
    state.header.version = 1;
    const plant::Output output = vds1::to_output(state);
    CHECK(output.sensors.items == plant::ideal_readings(output).items);
    CHECK(output.sensors.of(plant::sensor::imu_accel)[0] == state.ax_mps2);
    CHECK(output.sensors.of(plant::sensor::gnss_position)[0] == state.x_m);
    CHECK(output.sensors.of(plant::sensor::imu_gyro)[2] == state.yaw_rate_radps);
    for (const double odd : {std::nan(""), double(INFINITY), 1e300, -1e300}) {
        state.header.timestamp_s = odd;
        CHECK(vds1::to_output(state).sim_time.count() == 0);
    }
}

}  // namespace vds1_codec_test
