// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <ddc/recording/mcap_writer.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

namespace mcap_command_test {

using namespace ddc::recording;
using namespace std::string_literals;
using tests::Finished;
using tests::ScratchDirectory;

/// Two chunks of two messages each, 0.5 s apart, and an attachment.
std::string recording(bool is_closed) {
    std::string file;
    McapWriter writer([&](std::string_view piece) { file += piece; }, {});
    const McapId schema = writer.add_schema({"std_msgs/msg/String", "ros2msg", "string data\n"});
    const McapId channel = writer.add_channel({schema, "/said", "cdr", {}});
    for (std::uint32_t i = 0; i < 4; ++i) {
        writer.write(McapMessage{channel, i, i * 500'000'000ULL, 0, "text"});
        if (i % 2 == 1) writer.flush();
    }
    writer.write(McapAttachment{0, 0, "run.yaml", "application/yaml", "duration_s: 1\n"});
    if (is_closed) writer.close();
    return file;
}

/// Little endian.
std::string number(char value, std::size_t bytes) {
    std::string text(bytes, '\0');
    text[0] = value;
    return text;
}

Finished mcap(const ScratchDirectory& scratch, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"ddc-gateway", "mcap"});
    return tests::run(scratch, std::move(arguments));
}

TEST_CASE("mcap info prints the content of a recording") {
    ScratchDirectory scratch;
    const auto file = scratch.write("drive.mcap", recording(true));
    const Finished whole = mcap(scratch, {"info", file});
    CHECK(whole.exit_code == 0);
    CHECK(whole.out ==
          "4 messages from 0.000 to 1.500 s\n"
          "        4 /said (std_msgs/msg/String)\nattachment run.yaml\n");
    scratch.write("drive.mcap", recording(false));
    const Finished open = mcap(scratch, {"info", file});
    CHECK(open.exit_code == 3);
    CHECK(open.out.find("it was not closed, or was truncated; repair it with `ddc-gateway mcap "
                        "repair`") != std::string::npos);
}

TEST_CASE("mcap repair restores the recording of a killed run") {
    ScratchDirectory scratch;
    const std::string file = scratch.path() / "drive.mcap";
    scratch.write("drive.mcap.part", recording(false));
    const Finished result = mcap(scratch, {"repair", file});
    CHECK(result.exit_code == 0);
    CHECK(result.out.find("drive.mcap: 4 messages kept, 0 of ") != std::string::npos);
    CHECK(tests::read_file(file) == recording(true));
    CHECK_FALSE(std::filesystem::exists(file + ".part"));
    CHECK(mcap(scratch, {"repair", file}).out == file + ": is complete; nothing was changed\n");
}

TEST_CASE("mcap repair uses the newest file that killed runs left") {
    ScratchDirectory scratch;
    const std::string file = scratch.path() / "drive.mcap";
    const auto first = scratch.write("drive.mcap.part", "of another run");
    const auto second = scratch.write("drive.mcap.2.part", recording(false));
    std::filesystem::last_write_time(
        first, std::filesystem::last_write_time(second) - std::chrono::hours(1));
    CHECK(mcap(scratch, {"repair", file}).exit_code == 0);
    CHECK(tests::read_file(file) == recording(true));
    CHECK(std::filesystem::exists(first));
    CHECK_FALSE(std::filesystem::exists(second));
}

TEST_CASE("mcap repair drops damaged parts and keeps the file if another output is given") {
    ScratchDirectory scratch;
    std::string damaged = recording(true);
    const std::size_t second = damaged.rfind("zstd", damaged.find("run.yaml"));
    damaged[second + 20] = static_cast<char>(damaged[second + 20] ^ 1);
    const std::string file = scratch.write("drive.mcap", damaged);
    const std::string output = scratch.path() / "whole.mcap";
    const Finished result = mcap(scratch, {"repair", file, "--output", output});
    CHECK(result.exit_code == 0);
    CHECK(result.out.find("whole.mcap: 2 messages kept") != std::string::npos);
    CHECK(tests::read_file(file) == damaged);
    CHECK(mcap(scratch, {"info", output}).exit_code == 0);
    CHECK(mcap(scratch, {"repair", file}).exit_code == 0);
    CHECK(tests::read_file(file) == tests::read_file(output));
}

TEST_CASE("mcap rejects a file that is not a recording") {
    ScratchDirectory scratch;
    const std::string file = scratch.write("trace.csv", "t_s,x_m\n0,0\n");
    for (const char* verb : {"info", "repair"}) {
        const Finished result = mcap(scratch, {verb, file});
        CHECK(result.exit_code == 2);
        CHECK(result.err.find(file + ": byte 0: is not an MCAP file") != std::string::npos);
        CHECK(mcap(scratch, {verb, scratch.path() / "absent.mcap"}).exit_code == 2);
    }
    CHECK(mcap(scratch, {"repair", file, "--output", file}).exit_code == 2);
    CHECK(mcap(scratch, {}).exit_code == 2);
    CHECK(tests::read_file(file) == "t_s,x_m\n0,0\n");
}

TEST_CASE("mcap leaves a readable recording unchanged") {
    ScratchDirectory scratch;
    const std::string bytes = "\x89MCAP0\r\n\1"s + number(8, 8) + number(0, 8) + "\6" +
                              number(43, 8) + number(0, 28) + number(3, 4) + "lz4" + number(0, 8);
    const std::string file = scratch.write("other.mcap", bytes);
    for (const char* verb : {"info", "repair"}) {
        const Finished result = mcap(scratch, {verb, file});
        CHECK(result.exit_code == 2);
        CHECK(result.err.find("a chunk is compressed by lz4, which is not supported") !=
              std::string::npos);
        CHECK(result.err.find("mcap repair") == std::string::npos);
        CHECK(tests::read_file(file) == bytes);
    }
    const std::string output = scratch.path() / "whole.mcap";
    CHECK(mcap(scratch, {"repair", file, "--output", output}).exit_code == 2);
    CHECK_FALSE(std::filesystem::exists(output));
}

}  // namespace mcap_command_test
