// SPDX-License-Identifier: MIT
#include "command_fixture.hpp"
#include "scratch_file.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/ddc_messages.hpp>
#include <ddc/recording/mcap_reader.hpp>
#include <ddc/recording/mcap_writer.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <string>

namespace mcap_record_test {

/// `ddc record` and `ddc play` with MCAP files.
namespace {

using ddc::tests::CommandTable;
using ddc::tests::Result;
using ddc::tests::ScratchFile;

TEST_CASE("a recording in MCAP has a topic for each entry and its messages in order") {
    CommandTable sut;
    sut.add_basic_program();
    const ScratchFile file(".mcap");
    CHECK(sut.run({"record", "4000/true_position", "4000/running", "--count", "3", "--output",
                   file.path})
              .err.find("3 records written") != std::string::npos);
    std::ifstream in(file.path);
    ddc::recording::McapReader reader(in, file.path);
    CHECK(reader.header().profile == "ros2");
    std::uint64_t last_ns = 0;
    std::uint32_t messages = 0;
    while (const auto item = reader.next())
        if (const auto* message = std::get_if<ddc::recording::McapMessage>(&*item)) {
            CHECK(message->sequence == messages++);
            CHECK(message->log_time_ns >= last_ns);
            last_ns = message->log_time_ns;
        }
    CHECK(messages == 3);
    CHECK_FALSE(reader.is_cut());
    REQUIRE(reader.channels().size() == 3);
    const ddc::recording::McapChannel& first = reader.channels().begin()->second;
    CHECK(first.topic == "/ddc_0x4000/true_position_x");
    CHECK(first.metadata.at("name") == "0x4000/true_position.x");
    CHECK(first.metadata.at("unit") == "m");
}

TEST_CASE("entries whose topics would have the same name get different ones") {
    CommandTable sut;
    sut.add_basic_program();
    const ScratchFile file(".mcap");
    REQUIRE(sut.run({"record", "0x0100", "0x0100", "--count", "2", "--output", file.path}).code ==
            0);
    std::ifstream in(file.path);
    ddc::recording::McapReader reader(in, file.path);
    while (reader.next()) {
    }
    REQUIRE(reader.channels().size() == 2);
    CHECK(reader.channels().at(1).topic == "/ddc_0x0100");
    CHECK(reader.channels().at(2).topic == "/ddc_0x0100_2");
}

TEST_CASE("only recordings can be MCAP, and never on a terminal") {
    CommandTable sut;
    for (const char* verb : {"dump", "get", "list", "info"}) {
        const Result refused = sut.run({verb, "--format", "mcap"});
        CHECK_MESSAGE(refused.code == 2, verb);
    }
    ddc::command::Terminal terminal;
    terminal.present = true;
    const Result shown =
        sut.run({"record", "0x0100", "--format", "mcap", "--count", "1"}, terminal);
    CHECK(shown.code == 2);
    CHECK(shown.err.find("--output FILE.mcap") != std::string::npos);
}

TEST_CASE("play reports errors in a recording in MCAP") {
    CommandTable sut;
    const ScratchFile file(".mcap");
    REQUIRE(sut.run({"record", "0x0100", "--count", "1", "--output", file.path}).code == 0);
    const std::string whole = file.content();
    const auto play = [&](const std::string& bytes) {
        file.write(bytes);
        return sut.run({"play", file.path});
    };
    CHECK(play(whole).code == 0);
    CHECK(play(whole.substr(0, whole.size() - 1)).code == 3);
    std::string damaged = whole;
    damaged[whole.size() / 4] = static_cast<char>(damaged[whole.size() / 4] ^ 1);
    const Result refused = play(damaged);
    CHECK(refused.code == 1);
    CHECK(refused.err.find(": byte ") != std::string::npos);
    std::string other;
    ddc::recording::McapWriter writer([&](std::string_view piece) { other += piece; }, {});
    writer.close();
    CHECK(play(other).err.find("has no message of the type ddc_msgs/msg/Entry") !=
          std::string::npos);
}

TEST_CASE("play refuses values that no entry can have") {
    CommandTable sut;
    const ScratchFile file(".mcap");
    const auto refusal = [&](const ddc::recording::Entry& entry) {
        using namespace ddc::recording;
        std::string bytes;
        McapWriter writer([&](std::string_view piece) { bytes += piece; }, {});
        const McapId schema = writer.add_schema(
            {"ddc_msgs/msg/Entry", "ros2msg", ros2msg(*message_type<ddc::recording::Entry>())});
        const McapId topic = writer.add_channel({schema, "/entry", "cdr", {}});
        const Bytes data = to_cdr(entry);
        writer.write(
            McapMessage{topic, 7, 0, 0, {reinterpret_cast<const char*>(data.data()), data.size()}});
        writer.close();
        file.write(bytes);
        const Result result = sut.run({"play", file.path});
        CHECK(result.code == 1);
        CHECK(result.err.find("message 7 of /entry: ") != std::string::npos);
        return result.err;
    };
    ddc::recording::Entry entry;
    entry.id = -1;
    CHECK(refusal(entry).find("the id -1") != std::string::npos);
    entry.id = 0x100;
    entry.type = 5;
    CHECK(refusal(entry).find("the type 5") != std::string::npos);
    entry.type = 4;
    entry.string_value = std::string(200, 'x');
    CHECK(refusal(entry).find("a text of 200 bytes") != std::string::npos);
}

}  // namespace

}  // namespace mcap_record_test
