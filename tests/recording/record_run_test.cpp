// SPDX-License-Identifier: MIT
#include "scene.hpp"

#include "messages/markers.hpp"
#include "messages/run_messages.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/common_messages.hpp>
#include <ddc/recording/mcap_reader.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <sstream>

namespace record_run_test {

using namespace ddc::recording;
using tests::Finished;
using tests::read_file;
using tests::Scene;

constexpr double period_s = 0.01;

/// The topics of a recording.
struct Recording {
    explicit Recording(const std::filesystem::path& file) {
        std::istringstream in(read_file(file));
        McapReader reader(in, file.string());
        while (const auto item = reader.next()) {
            if (const auto* message = std::get_if<McapMessage>(&*item)) {
                const McapChannel& channel = reader.channel(message->channel);
                topics[channel.topic].emplace_back(message->data);
                first_ns = std::min(first_ns, message->log_time_ns);
                definitions[channel.topic] = reader.schema(channel.schema)->data;
            } else if (const auto* attachment = std::get_if<McapAttachment>(&*item)) {
                attachments[attachment->name] = attachment->data;
            } else {
                const auto& found = std::get<McapMetadata>(*item);
                metadata[found.name] = found.values;
            }
        }
        is_cut = reader.is_cut();
    }

    template <class Message>
    Message message(const std::string& topic, std::size_t index) const {
        const std::string& data = topics.at(topic).at(index);
        return from_cdr<Message>(reinterpret_cast<const std::byte*>(data.data()), data.size());
    }

    std::map<std::string, std::vector<std::string>> topics;
    std::map<std::string, std::string> definitions;
    std::map<std::string, std::string> attachments;
    std::map<std::string, McapTexts> metadata;
    std::uint64_t first_ns = UINT64_MAX;  ///< time of its first message
    bool is_cut = false;
};

std::filesystem::path config(const Scene& scene, const std::string& more) {
    return scene.scratch.write(
        "run.yaml",
        "ddc: {name: " + scene.table + "}\nprogram: {exec: [autopilot_basic, \"4000\"]}\n" + more);
}

Finished run(const Scene& scene, const std::string& more, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"ddc-gateway", "run", config(scene, more)});
    return tests::run(scene.scratch, std::move(options));
}

bool has_field(const Recording& recording, const std::string& topic, const std::string& field) {
    return recording.definitions.at(topic).find(field + "\n") != std::string::npos;
}

TEST_CASE("a measured run is recorded cycle by cycle") {
    const Scene scene;
    const Finished result =
        run(scene,
            "duration_s: 0.5\ntrace: trace.csv\nrecord: run.mcap\nsafety: {preset: autoware_auto}\n"
            "vehicle: {sensors: " PROJECT_DIRECTORY "/plant/data/sensor/sedan.yaml}\n");
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    const Recording recording(scene.scratch.path() / "run.mcap");
    CHECK_FALSE(recording.is_cut);
    const tests::Trace trace(scene.scratch.path() / "trace.csv");
    for (const char* topic :
         {"/program/inputs", "/program/outputs", "/vehicle/odometry", "/vehicle/state", "/tf",
          "/command/before_filters", "/command/after_filters", "/safety", "/timing", "/sensors"}) {
        CAPTURE(topic);
        REQUIRE(recording.topics.count(topic) == 1);
        CHECK(recording.topics.at(topic).size() == trace.rows());
    }
    const auto x_m = trace.column("x_m");
    for (std::size_t i = 0; i < trace.rows(); ++i) {
        const auto odometry = recording.message<Odometry>("/vehicle/odometry", i);
        CHECK(odometry.pose.pose.position.x == x_m[i]);
        CHECK(odometry.header.stamp.nanosec ==
              static_cast<std::uint32_t>(std::llround(1e9 * period_s * static_cast<double>(i))));
    }
    CHECK(has_field(recording, "/program/inputs", "float64 true_velocity"));
    CHECK(has_field(recording, "/program/inputs", "float64[10] trajectory_x"));
    CHECK(has_field(recording, "/program/outputs", "float64 set_gas"));
    CHECK(has_field(recording, "/safety", "bool limits"));
    CHECK(has_field(recording, "/timing", "float64 execution_time_s"));
    CHECK(recording.attachments.at("run.yaml") == read_file(scene.scratch.path() / "run.yaml"));
    CHECK(nlohmann::json::parse(recording.attachments.at("summary.json"))["cycles"] ==
          trace.rows());
    CHECK(nlohmann::json::parse(recording.attachments.at("interface.json")).count("ports") == 1);
    CHECK(recording.metadata.at("run").at("mode") == "measured");
}

TEST_CASE("a recording has what a 3D view, a map and a panel of diagnostics show") {
    const Scene scene;
    const Finished result = run(
        scene, "duration_s: 2\nrecord: run.mcap\nroute: {file: " PROJECT_DIRECTORY
               "/programs/demo/route.csv}\norigin: {latitude_deg: 48.5, longitude_deg: 9.25}\n");
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    const Recording recording(scene.scratch.path() / "run.mcap");
    CHECK(recording.topics.at("/scene").size() == 50);  // each 40 ms
    CHECK(recording.topics.at("/vehicle/fix").size() == 50);
    CHECK(recording.topics.at("/route").size() == 1);
    CHECK(recording.topics.at("/diagnostics").size() == 2);  // each second
    using gateway::messages::MarkerArray;
    const auto car = recording.message<MarkerArray>("/scene", 49);
    CHECK(car.markers.size() == 10);  // body, name, four wheels and their forces
    CHECK(car.markers[0].header.frame_id == "cog");
    CHECK(car.markers[0].header.stamp.sec == 1);
    CHECK(recording.message<MarkerArray>("/route", 0).markers.at(0).points.size() > 10);
    const auto fix = recording.message<NavSatFix>("/vehicle/fix", 0);
    CHECK(fix.latitude == doctest::Approx(48.5));
    CHECK(fix.longitude == doctest::Approx(9.25));
}

TEST_CASE("the times of a recording begin at 0, or at the start of the run by the wall clock") {
    const Scene scene;
    const auto now_ns = [] {
        return static_cast<std::uint64_t>(
            std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count());
    };
    const std::string usual = "duration_s: 0.5\ntrace: trace.csv\n";
    REQUIRE(run(scene, usual + "record: zero.mcap\n").exit_code == 0);
    const Recording zero(scene.scratch.path() / "zero.mcap");
    CHECK(zero.first_ns == 0);
    CHECK(zero.metadata.at("clock").at("epoch_ns") == "0");
    CHECK(zero.metadata.at("clock").at("start_utc").size() ==
          std::string("2026-01-01T00:00:00.000Z").size());

    const std::uint64_t before_ns = now_ns();
    const Finished result = run(scene, usual + "record: {file: start.mcap, epoch: start}\n");
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    const Recording start(scene.scratch.path() / "start.mcap");
    CHECK(start.first_ns > before_ns);
    CHECK(start.first_ns < now_ns());
    CHECK(start.metadata.at("clock").at("epoch_ns") == std::to_string(start.first_ns));
    const auto odometry = start.message<Odometry>("/vehicle/odometry", 0);
    CHECK(static_cast<std::uint64_t>(odometry.header.stamp.sec) == start.first_ns / 1'000'000'000);
    const Finished compared =
        tests::run(scene.scratch, {"ddc-gateway", "compare", scene.scratch.path() / "trace.csv",
                                   scene.scratch.path() / "start.mcap"});
    INFO(compared.out, compared.err);
    CHECK(compared.exit_code == 0);  // its columns have simulated times
}

TEST_CASE("a run that repeats has a byte-identical recording") {
    const Scene scene;
    const auto once = [&] {
        const Finished result = run(scene, "duration_s: 3\nrecord: run.mcap\n", {"--repeatable"});
        INFO(result.err);
        REQUIRE(result.exit_code == 0);
        return read_file(scene.scratch.path() / "run.mcap");
    };
    const std::string first = once();
    CHECK(first == once());
}

TEST_CASE("a realtime run is recorded with its lateness, in every column of its trace") {
    const Scene scene;
    const Finished result =
        run(scene, "mode: realtime\nduration_s: 0.5\ntrace: trace.csv\nrecord: out/run.mcap\n");
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    const Recording recording(scene.scratch.path() / "out/run.mcap");
    CHECK_FALSE(recording.is_cut);
    CHECK(has_field(recording, "/timing", "float64 lateness_us"));
    CHECK(recording.topics.at("/timing").size() == recording.topics.at("/vehicle/odometry").size());
    CHECK(recording.metadata.at("run").at("mode") == "realtime");
    // The age of the outputs reads the clock once for each.
    const Finished compared = tests::run(
        scene.scratch, {"ddc-gateway", "compare", scene.scratch.path() / "trace.csv",
                        scene.scratch.path() / "out/run.mcap", "--ignore", "output_age_us"});
    INFO(compared.out << compared.err);
    CHECK(compared.exit_code == 0);
}

constexpr const char* ice =
    "{name: ice, kind: friction, scale: 0.5, target: world, from: {time_s: 0.1}, "
    "until: {time_s: 0.3}}";

TEST_CASE("a recording of vdsim_realtime has the states of faults, which are bands in a picture") {
    const Scene scene;
    const auto file =
        scene.scratch.write("plant.yaml",
                            "rate_hz: 100\nduration_s: 0.5\nrecord: plant.mcap\nvehicles:\n"
                            "  - {cmd_port: 0, faults: [" +
                                std::string(ice) + "]}\n");
    REQUIRE(tests::run(scene.scratch, {"vdsim_realtime", "--config", file}).exit_code == 0);
    const auto recorded = scene.scratch.path() / "plant.mcap";
    const Recording recording(recorded);
    CHECK(has_field(recording, "/faults", "bool ice"));
    const std::vector<std::string>& messages = recording.topics.at("/faults");
    REQUIRE(messages.size() == 50);
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const double time_s = period_s * static_cast<double>(i + 1);
        const bool is_active = time_s > 0.095 && time_s < 0.295;  // between two ticks
        CHECK(messages[i].back() == (is_active ? 1 : 0));
    }
    const auto picture = scene.scratch.path() / "picture.svg";
    const Finished drawn =
        tests::run(scene.scratch, {"ddc-gateway", "plot", recorded, "-o", picture});
    INFO(drawn.err);
    CHECK(drawn.exit_code == 0);
    CHECK(read_file(picture).find(">ice<") != std::string::npos);
}

TEST_CASE("vehicles of vdsim_realtime are recorded tick by tick in one file") {
    const Scene scene;
    const auto file = scene.scratch.write(
        "plant.yaml",
        "rate_hz: 100\nduration_s: 0.5\nrecord: plant.mcap\nvehicles:\n"
        "  - {vehicle_id: 1, cmd_port: 0, start: {vx_mps: 10}, failsafe: {brake: 0.5}}\n"
        "  - {vehicle_id: 7, cmd_port: 0, start: {y_m: 30}, faults: [" +
            std::string(ice) + "]}\n");
    const Finished result = tests::run(scene.scratch, {"vdsim_realtime", "--config", file});
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    const Recording recording(scene.scratch.path() / "plant.mcap");
    CHECK_FALSE(recording.is_cut);
    constexpr std::size_t ticks = 50;
    for (const char* vehicle : {"/vehicle_1", "/vehicle_7"})
        for (const char* topic : {"/vehicle/odometry", "/vehicle/state", "/command/after_filters"})
            CHECK(recording.topics.at(std::string(vehicle) + topic).size() == ticks);
    CHECK(recording.topics.at("/vehicle_7/faults").size() == ticks);
    CHECK(recording.topics.count("/vehicle_1/faults") == 0);
    CHECK(recording.topics.at("/tf").size() == 2 * ticks);
    for (std::size_t i = 0; i < ticks; ++i) {
        const auto first = recording.message<Odometry>("/vehicle_1/vehicle/odometry", i);
        const auto second = recording.message<Odometry>("/vehicle_7/vehicle/odometry", i);
        CHECK(first.header.stamp.nanosec == 10'000'000 * (i + 1));
        CHECK(first.child_frame_id == "vehicle_1/cog");
        CHECK(first.pose.pose.position.x > 0.05 * static_cast<double>(i));
        CHECK(second.pose.pose.position.y == doctest::Approx(30));
    }
    const auto command = recording.message<gateway::messages::Command>(
        "/vehicle_1/command/after_filters", ticks - 1);
    CHECK(command.is_failsafe);
    CHECK(command.brake == 0.5);
    CHECK(recording.attachments.at("vdsim_realtime.yaml") == read_file(file));
    CHECK(recording.attachments.at("summary.json") == result.out);
}

TEST_CASE("vdsim_realtime rejects a recording in which vehicles could not be distinguished") {
    const Scene scene;
    const auto file = scene.scratch.write("plant.yaml",
                                          "record: plant.mcap\nvehicles:\n"
                                          "  - {cmd_port: 0}\n  - {cmd_port: 7103}\n");
    const Finished result =
        tests::run(scene.scratch, {"vdsim_realtime", "--config", file, "--validate"});
    CHECK(result.exit_code == 2);
    CHECK(result.err.find(
              "two have vehicle_id 0, which identifies them in data port, recording and ROS 2") !=
          std::string::npos);
}

TEST_CASE("a run that does not begin leaves an earlier recording unchanged") {
    const Scene scene;
    scene.scratch.write("run.mcap", "earlier");
    const auto file = scene.scratch.write("none.yaml", "ddc: {name: " + scene.table +
                                                           "}\nprogram: {exec: [/bin/false]}\n"
                                                           "duration_s: 1\nrecord: run.mcap\n");
    CHECK(tests::run(scene.scratch, {"ddc-gateway", "run", file}).exit_code == 1);
    CHECK(read_file(scene.scratch.path() / "run.mcap") == "earlier");
    CHECK_FALSE(std::filesystem::exists(scene.scratch.path() / "run.mcap.part"));
}

TEST_CASE("a recording that would overwrite another file is rejected") {
    const Scene scene;
    const Finished result = run(scene, "duration_s: 0.5\ntrace: run.mcap\nrecord: run.mcap\n");
    CHECK(result.exit_code == 2);
    CHECK(result.err.find("record: is the same file as ") != std::string::npos);
}

}  // namespace record_run_test
