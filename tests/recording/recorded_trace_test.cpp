// SPDX-License-Identifier: MIT
// A recording in place of a trace, for the commands that read traces.
#include "scene.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/common_messages.hpp>
#include <ddc/recording/mcap_reader.hpp>
#include <ddc/recording/mcap_writer.hpp>
#include <ddc/recording/message_numbers.hpp>
#include <ddc/recording/ros2msg_reader.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace recorded_trace_test {

using namespace ddc::recording;
using tests::Finished;
using tests::read_file;
using tests::Scene;
using tests::ScratchDirectory;

bool has_text(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// A run that writes both.
struct BothWays {
    Scene scene;
    std::string trace = scene.scratch.path() / "trace.csv";
    std::string recording = scene.scratch.path() / "run.mcap";

    /// @param program with its arguments, as in YAML
    explicit BothWays(const std::string& program, const std::string& more) {
        const auto config = scene.scratch.write(
            "run.yaml", "ddc: {name: " + scene.table + "}\nprogram: {exec: [" + program +
                            ", \"4000\"]}\ntrace: trace.csv\nrecord: run.mcap\n" + more);
        const Finished result = tests::run(scene.scratch, {"ddc-gateway", "run", config});
        INFO(result.err);
        REQUIRE(result.exit_code == 0);
    }
    Finished compare() const {
        return tests::run(scene.scratch, {"ddc-gateway", "compare", trace, recording});
    }
};

/// A recording of another program: two topics with different times, only one of them known.
void write_foreign(const std::filesystem::path& file) {
    std::ofstream out(file, std::ios::binary);
    McapWriter writer([&](std::string_view piece) { out << piece; }, {});
    const auto add = [&](const std::string& topic, const MessageType& type) {
        const McapId schema = writer.add_schema({type.name, "ros2msg", ros2msg(type)});
        return writer.add_channel({schema, topic, "cdr", {}});
    };
    const McapId pose = add("/robot/pose", *message_type<PoseStamped>());
    const McapId path = add("/path", *message_type<Path>());
    const McapId json = writer.add_channel({0, "/notes", "json", {}});
    const auto write = [&](McapId topic, std::uint64_t time_ns, const Bytes& bytes) {
        writer.write(McapMessage{topic,
                                 0,
                                 time_ns,
                                 time_ns,
                                 {reinterpret_cast<const char*>(bytes.data()), bytes.size()}});
    };
    constexpr std::uint64_t start_ns = 1'700'000'000'000'000'000;
    writer.write(McapMessage{json, 0, start_ns, start_ns, "{}"});
    PoseStamped message;
    for (std::uint64_t i = 0; i < 4; ++i) {
        message.pose.position.x = static_cast<double>(i);
        write(pose, start_ns + i * 500'000'000, to_cdr(message));
        write(path, start_ns + i * 500'000'000, to_cdr(Path{}));
    }
    writer.close();
}

TEST_CASE("a run's recording and its trace are equal in every column") {
    const BothWays sut("autopilot_basic",
                       "duration_s: 3\nsafety: {preset: autoware_auto}\n"
                       "vehicle: {sensors: " PROJECT_DIRECTORY "/plant/data/sensor/sedan.yaml}\n");
    const Finished result = sut.compare();
    INFO(result.out << result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    const tests::Trace trace(sut.trace);
    const auto columns = std::to_string(trace.columns());
    CHECK(result.out == columns + " of " + columns + " columns are equal\n");
}

TEST_CASE("ports of every shape have the same columns as in a trace") {
    const BothWays sut("autopilot, ddc", "duration_s: 1\n");
    const Finished result = sut.compare();
    INFO(result.out << result.err);
    CHECK(result.exit_code == 0);
}

TEST_CASE("a recording gets the same verdicts as its trace") {
    const BothWays sut("autopilot_basic", "duration_s: 3\n");
    const auto requirements =
        sut.scene.scratch.write("requirements.yaml",
                                "requirements:\n"
                                "  moves: eventually (vx_mps > 1)\n"
                                "  stays: always (vx_mps < 0.5)\n"
                                "  turns: always (yaw_rad < 3.2 and trajectory_x[3] > -1000)\n");
    const auto judge = [&](const std::string& file) {
        return tests::run(sut.scene.scratch, {"ddc-gateway", "check", file, requirements.string()});
    };
    const Finished trace = judge(sut.trace), recording = judge(sut.recording);
    INFO(recording.err);
    CHECK(recording.exit_code == trace.exit_code);
    CHECK(recording.out == trace.out);
    const auto picture = sut.scene.scratch.path() / "requirements.svg";
    const Finished drawn = tests::run(
        sut.scene.scratch,
        {"ddc-gateway", "check", sut.recording, requirements.string(), "--plot", picture});
    CHECK(drawn.exit_code == trace.exit_code);
    CHECK(has_text(read_file(picture), "vx_mps"));
}

TEST_CASE("bands of a recording are compared and drawn") {
    const BothWays sut("autopilot_basic", "duration_s: 1\n");
    const auto picture = sut.scene.scratch.path() / "bands.png";
    const Finished result =
        tests::run(sut.scene.scratch, {"ddc-gateway", "compare", sut.trace, sut.recording, "--over",
                                       "t_s", "--tolerance", "vx_mps=0", "--plot", picture});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(read_file(picture).rfind("\x89PNG", 0) == 0);
}

TEST_CASE("a recording that was truncated is read up to its end and reported") {
    const BothWays sut("autopilot_basic", "duration_s: 3\n");
    const std::string bytes = read_file(sut.recording);
    const auto cut = sut.scene.scratch.path() / "cut.mcap";
    std::ofstream(cut, std::ios::binary) << bytes.substr(0, bytes.size() * 2 / 3);
    const Finished result = tests::run(sut.scene.scratch, {"ddc-gateway", "compare", cut, cut});
    CHECK(result.exit_code == 0);
    CHECK(has_text(result.err, "cut.mcap: was not closed"));
    const Finished replayed =
        tests::run(sut.scene.scratch,
                   {"ddc-gateway", "replay", PROJECT_DIRECTORY "/plant/data/scenario/braking.yaml",
                    "--inputs", cut});
    CHECK(replayed.exit_code == 0);
    CHECK(has_text(replayed.err, "cut.mcap: was not closed"));
    std::string damaged = bytes;
    const std::size_t in_chunk = bytes.find("\x28\xb5\x2f\xfd") + 50;  // the begin of zstd's data
    damaged[in_chunk] = static_cast<char>(damaged[in_chunk] ^ 1);
    std::ofstream(cut, std::ios::binary) << damaged;
    const Finished refused = tests::run(sut.scene.scratch, {"ddc-gateway", "compare", cut, cut});
    CHECK(refused.exit_code == 2);
    CHECK(has_text(refused.err, "`ddc-gateway mcap repair` keeps what is before it"));
}

TEST_CASE("numbers of another program's recording are columns by their topics") {
    const ScratchDirectory scratch;
    const auto file = scratch.path() / "foreign.mcap";
    write_foreign(file);
    const auto requirements =
        scratch.write("requirements.yaml",
                      "requirements:\n  near: always[0, 1.5] (robot.pose.pose.position.x < 3.5)\n");
    const Finished result =
        tests::run(scratch, {"ddc-gateway", "check", file, requirements.string()});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(has_text(result.out, "at 1.5 s: robot.pose.pose.position.x = 3"));
    CHECK(has_text(result.err, "/notes is left out: its messages are `json`, not `cdr`"));
    CHECK(has_text(result.err, "/path: texts and sequences are left out: header.frame_id, poses"));
}

TEST_CASE("a recording without known topics is rejected") {
    const ScratchDirectory scratch;
    const auto file = scratch.path() / "foreign.mcap";
    {
        std::ofstream out(file, std::ios::binary);
        McapWriter writer([&](std::string_view piece) { out << piece; }, {});
        const McapId json = writer.add_channel({0, "/notes", "json", {}});
        writer.write(McapMessage{json, 0, 0, 0, "{}"});
        writer.close();
    }
    const Finished result = tests::run(scratch, {"ddc-gateway", "compare", file, file});
    CHECK(result.exit_code == 2);
    CHECK(has_text(result.err, "/notes is left out: its messages are `json`"));
}

/// The trace of a scenario that these commands drive.
std::string driven(const BothWays& run, const std::string& commands) {
    const auto output = run.scene.scratch.path() / "driven.csv";
    const Finished result =
        tests::run(run.scene.scratch,
                   {"ddc-gateway", "replay", PROJECT_DIRECTORY "/plant/data/scenario/braking.yaml",
                    "--inputs", commands, "--output", output});
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    return read_file(output);
}

TEST_CASE("the commands of a recorded run drive a scenario like a table of them") {
    const BothWays sut("autopilot_basic", "duration_s: 2\n");
    std::ifstream in(sut.recording, std::ios::binary);
    McapReader reader(in, sut.recording);
    std::string table = "t_s,steer_rad,throttle,brake\n";
    while (const auto item = reader.next()) {
        const auto* message = std::get_if<McapMessage>(&*item);
        if (message == nullptr ||
            reader.channel(message->channel).topic != "/command/after_filters")
            continue;
        const auto* schema = reader.schema(reader.channel(message->channel).schema);
        const MessageNumbers numbers(read_ros2msg(schema->name, schema->data));
        std::vector<double> values(numbers.paths().size());
        numbers.read(reinterpret_cast<const std::byte*>(message->data.data()), message->data.size(),
                     values.data());
        std::ostringstream row;
        row << std::setprecision(17) << static_cast<double>(message->log_time_ns) / 1e9;
        for (const char* path : {"steer_rad", "throttle", "brake"}) {
            const auto place = std::find(numbers.paths().begin(), numbers.paths().end(), path);
            row << ',' << values[static_cast<std::size_t>(place - numbers.paths().begin())];
        }
        table += row.str() + "\n";
    }
    CHECK(driven(sut, sut.recording) == driven(sut, sut.scene.scratch.write("table.csv", table)));
    const Finished other =
        tests::run(sut.scene.scratch, {"ddc-gateway", "replay",
                                       PROJECT_DIRECTORY "/plant/data/actuation/actuation_cmd.yaml",
                                       "--inputs", sut.recording});
    CHECK(other.exit_code == 2);
    CHECK(has_text(other.err, "has the level pedals; this vehicle accepts actuation"));
}

/// The recording as an earlier release would have written it: own types begin with a time instead
/// of a header, whose empty frame has 8 bytes.
std::string of_earlier_release(const std::string& recording) {
    constexpr const char *header = "std_msgs/Header header\n",
                         *time = "builtin_interfaces/Time stamp\n";
    constexpr std::size_t frame_begin = 12, frame_size = 8;
    std::ifstream in(recording, std::ios::binary);
    McapReader reader(in, recording);
    std::string file;
    McapWriter writer([&](std::string_view piece) { file += piece; }, {});
    std::map<McapId, std::pair<McapId, bool>> channels;  // new id, and whether its type has changed
    while (const auto item = reader.next()) {
        const auto* message = std::get_if<McapMessage>(&*item);
        if (message == nullptr) continue;
        McapChannel channel = reader.channel(message->channel);
        McapSchema schema = *reader.schema(channel.schema);
        const bool is_own = schema.name.rfind("ddc_msgs/", 0) == 0;
        if (channels.count(message->channel) == 0) {
            if (is_own) schema.data.replace(0, std::string(header).size(), time);
            channel.schema = writer.add_schema(schema);
            channels[message->channel] = {writer.add_channel(channel), is_own};
        }
        std::string data(message->data);
        if (is_own) data.erase(frame_begin, frame_size);
        McapMessage copy = *message;
        copy.channel = channels[message->channel].first;
        copy.data = data;
        writer.write(copy);
    }
    writer.close();
    return file;
}

TEST_CASE("commands of a recording of an earlier release are read") {
    const BothWays sut("autopilot_basic", "duration_s: 2\n");
    const std::string earlier =
        sut.scene.scratch.write("earlier.mcap", of_earlier_release(sut.recording));
    CHECK(driven(sut, earlier) == driven(sut, sut.recording));
}

TEST_CASE("a recording is drawn as its trace is, and its page has its attachments") {
    const BothWays sut("autopilot_basic",
                       "duration_s: 2\nroute: {file: " PROJECT_DIRECTORY
                       "/programs/demo/route.csv}\n"
                       "requirements: {near: always (route_distance_m < 1 m)}\n");
    // The legend has the name of a file, whose kind follows from its content.
    const auto picture_of = [&](const std::string& file) {
        const auto folder = sut.scene.scratch.path();
        std::filesystem::copy_file(file, folder / "drawn",
                                   std::filesystem::copy_options::overwrite_existing);
        const Finished result =
            tests::run(sut.scene.scratch,
                       {"ddc-gateway", "plot", folder / "drawn", "-o", folder / "picture.svg"});
        INFO(result.err);
        REQUIRE(result.exit_code == 0);
        CHECK_FALSE(has_text(result.err, "Warning"));
        return read_file(folder / "picture.svg");
    };
    const std::string of_recording = picture_of(sut.recording);
    CHECK(has_text(of_recording, ">route<"));
    CHECK(of_recording == picture_of(sut.trace));

    const auto page = sut.scene.scratch.path() / "report.html";
    const Finished result = tests::run(sut.scene.scratch, {"ddc-gateway", "report", sut.recording});
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    const std::string html = read_file(page);
    for (const char* text :
         {"All requirements were met.", "always (route_distance_m &lt; 1 m)", "limit 1 m",
          "run.mcap: run.yaml", "written by</th><td>ddc-gateway", "seed", "route.max_m"})
        CHECK_MESSAGE(has_text(html, text), text);
}

TEST_CASE("a recording that ends within its first bytes is not a trace") {
    const ScratchDirectory scratch;
    const std::string file = scratch.write("start.mcap", "\x89MCA");
    const std::string trace = scratch.write("trace.csv", "t_s,x_m\n0,0\n");
    const Finished start = tests::run(scratch, {"ddc-gateway", "compare", file, trace});
    CHECK(start.exit_code == 2);
    CHECK(has_text(start.err, "start.mcap: byte 0: is not an MCAP file"));
    const std::string text = scratch.write("notes.txt", "\x1b[31mred\nline\n");
    const Finished other = tests::run(scratch, {"ddc-gateway", "compare", text, trace});
    CHECK(other.exit_code == 2);
    CHECK(has_text(other.err, "have no column in common"));
    const Finished absent = tests::run(scratch, {"ddc-gateway", "compare", "none.csv", trace});
    CHECK(absent.exit_code == 2);
    CHECK(has_text(absent.err, "none.csv: cannot be read: No such file"));
}

TEST_CASE("a port may get a column of a recording") {
    const BothWays driven("autopilot_basic", "duration_s: 1\n");
    const auto file = driven.scene.scratch.write(
        "limiter.yaml", "ddc: {name: " + driven.scene.table +
                            "}\nduration_s: 1\ntrace: limiter.csv\nprogram:\n"
                            "  exec: [limiter, \"4000\"]\n  ports:\n"
                            "    enabled: {constant: true}\n"
                            "    speed: {signal: true_velocity, unit: m/s}\n"
                            "    upper_speed_limit: {csv: run.mcap, column: vx_mps}\n"
                            "    drive_percent: {signal: set_gas, unit: \"%\"}\n"
                            "    brake_percent: {signal: set_braking, unit: \"%\"}\n"
                            "    speed_error: record\n    stage: {output: record}\n");
    const Finished result = tests::run(driven.scene.scratch, {"ddc-gateway", "run", file});
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    const tests::Trace shown(driven.scene.scratch.path() / "limiter.csv"), trace(driven.trace);
    CHECK(shown.column("upper_speed_limit") == trace.column("vx_mps"));
}

}  // namespace recorded_trace_test
