// SPDX-License-Identifier: MIT
// A program's ports in ROS 2.
#include "drive.hpp"

#include <algorithm>

namespace ports_test {

using tests::Drive;

namespace {

/// Their values equal these columns of the trace in order.
void check_columns(const Drive& drive, const std::string& topic,
                   const std::vector<std::string>& names) {
    const tests::Trace trace = drive.trace();
    for (std::size_t i = 0; i < names.size(); ++i) {
        CAPTURE(names[i]);
        const std::vector<double> column = trace.column(names[i]);
        for (const auto& sample : drive.samples.at(topic)) {
            REQUIRE(sample.values.size() == names.size());
            CHECK(sample.values[i] == column.at(tests::row_of(sample)));
        }
    }
}

std::vector<std::string> elements(const std::string& name) {
    std::vector<std::string> names;
    for (int i = 0; i < 10; ++i) names.push_back(name + "[" + std::to_string(i) + "]");
    return names;
}

}  // namespace

TEST_CASE("a peer of another library reads the inputs and outputs of a program") {
    const Drive drive("ports_as_topics: true", 100, {"/program/inputs", "/program/outputs"});
    std::vector<std::string> inputs{"true_velocity", "true_position.x", "true_position.y",
                                    "true_compass", "trajectory_length"};
    for (const char* vector : {"trajectory_x", "trajectory_y"})
        for (std::string& name : elements(vector)) inputs.push_back(std::move(name));
    inputs.insert(inputs.end(), {"steering", "gas", "braking"});
    check_columns(drive, "/program/inputs", inputs);
    check_columns(drive, "/program/outputs", {"set_steering", "set_gas", "set_braking"});
    // In each cycle, and not only in those of the vehicle's period: at 0 and 30 ms of each 50.
    const auto& outputs = drive.samples.at("/program/outputs");
    CHECK(std::any_of(outputs.begin(), outputs.end(), [](const tests::PeerSample& sample) {
        return sample.time_ns % (5 * Drive::cycle_ns) == Drive::cycle_ns;
    }));
}

TEST_CASE("vdsim_realtime has no ports") {
    const tests::ScratchDirectory scratch;
    const auto file =
        scratch.write("wrong.yaml", "ros2: {ports_as_topics: true}\nvehicles: [{}]\n");
    const auto result = tests::run(scratch, {"vdsim_realtime", "--config", file, "--validate"});
    CHECK(result.exit_code == 2);
    CHECK(result.err.find("ros2.ports_as_topics: unknown key") != std::string::npos);
}

}  // namespace ports_test
