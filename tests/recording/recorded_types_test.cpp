// SPDX-License-Identifier: MIT
// Recordings whose types are nested too deeply, or have very many fields.
#include "command.hpp"

#include <ddc/recording/mcap_writer.hpp>

#include <doctest/doctest.h>

#include <string>

namespace recorded_types_test {

using namespace tests;
using namespace ddc::recording;

namespace {

/// A recording of one message of that type, with the definition `fields` and further text.
std::string recording_of(const std::string& fields, std::size_t message_bytes) {
    std::string file;
    McapWriter writer([&file](std::string_view piece) { file += piece; }, {});
    const McapId schema = writer.add_schema({"test/msg/Any", "ros2msg", fields});
    const McapId channel = writer.add_channel({schema, "/any", "cdr", {}});
    std::string message(4 + message_bytes, '\0');
    message[1] = 1;  // little endian
    writer.write(McapMessage{channel, 0, 0, 0, message});
    writer.close();
    return file;
}

std::string nested(std::size_t levels) {
    std::string text = "T1 a\n";
    for (std::size_t i = 1; i < levels; ++i)
        text += "===\nMSG: test/T" + std::to_string(i) + "\n" +
                (i + 1 < levels ? "T" + std::to_string(i + 1) + " a\n" : "float64 a\n");
    return text;
}

std::string many_fields(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "float64 a" + std::to_string(i) + "\n";
    return text;
}

struct Scene {
    Finished compare(const std::string& recording) const {
        const std::string file = files.write("any.mcap", recording);
        return run(files, {"ddc-gateway", "compare", file, file});
    }
    Finished check(const std::string& recording, const std::string& column) const {
        const std::string file = files.write("any.mcap", recording);
        const std::string limits =
            files.write("limits.yaml", "requirements: {a: \"" + column + " < 1\"}\n");
        return run(files, {"ddc-gateway", "check", file, limits});
    }
    ScratchDirectory files;
};

TEST_CASE("a recording of endlessly nested types is rejected") {
    const Scene sut;
    const std::string reason = "line 190: types are nested more than 64 levels deep";
    for (const std::size_t levels : {65U, 20'000U, 100'000U}) {
        CAPTURE(levels);
        const std::string recording = recording_of(nested(levels), 8);
        for (const Finished& finished : {sut.compare(recording), sut.check(recording, "t_s")}) {
            INFO(finished.err.substr(0, 400));
            CHECK(finished.exit_code == 2);
            CHECK(finished.err.find(reason) != std::string::npos);
        }
    }
    CHECK(sut.compare(recording_of(nested(64), 8)).out == "2 of 2 columns are equal\n");
}

TEST_CASE("the time to read a recording is linear in its columns") {
    // With a search of all columns for each, this took minutes.
    const Scene sut;
    constexpr std::size_t count = 200'000;
    const std::string recording =
        recording_of("float64[" + std::to_string(count) + "] a\n", 8 * count);
    CHECK(sut.compare(recording).out == "200001 of 200001 columns are equal\n");
    CHECK(sut.check(recording, "any.a[199999]").exit_code == 0);
    CHECK(sut.compare(recording_of(many_fields(100'000), 800'000)).out ==
          "100001 of 100001 columns are equal\n");
    const Finished more = sut.compare(recording_of(many_fields(100'001), 800'008));
    CHECK(more.exit_code == 2);
    CHECK(more.err.find("more than 100000 fields in all") != std::string::npos);
}

TEST_CASE("topics above the limit of columns are omitted") {
    std::string file;
    McapWriter writer([&file](std::string_view piece) { file += piece; }, {});
    const McapId large = writer.add_schema({"test/msg/Large", "ros2msg", "float64[600000] a\n"});
    std::string message(4 + 8 * 600'000, '\0');
    message[1] = 1;
    for (int i = 0; i < 2; ++i) {
        const McapId channel = writer.add_channel({large, "/large" + std::to_string(i), "cdr", {}});
        writer.write(McapMessage{channel, 0, 0, 0, message});
    }
    writer.close();
    const Scene sut;
    const Finished finished = sut.compare(file);
    CHECK(finished.exit_code == 0);
    CHECK(finished.out == "600001 of 600001 columns are equal\n");
    CHECK(finished.err.find("/large1 is left out: a table has at most 1000000 columns") !=
          std::string::npos);
}

/// A recording of two topics of one type, each with a message of that many bytes.
std::string two_topics(const std::string& name, const std::string& fields, std::size_t bytes) {
    std::string file;
    McapWriter writer([&file](std::string_view piece) { file += piece; }, {});
    const McapId schema = writer.add_schema({"test/msg/Any", "ros2msg", fields});
    std::string message(4 + bytes, '\0');
    message[1] = 1;
    for (const char* number : {"0", "1"}) {
        const McapId channel = writer.add_channel({schema, "/" + name + number, "cdr", {}});
        writer.write(McapMessage{channel, 0, 0, 0, message});
    }
    writer.close();
    return file;
}

TEST_CASE("columns above the limit of bytes of names are omitted") {
    const Scene sut;
    const auto many = "float64[1000000] " + std::string(100'000, 'a') + "\n";
    const Finished long_field = sut.compare(recording_of(many, 8'000'000));
    CHECK(long_field.exit_code == 2);
    CHECK(long_field.err.find("/any is left out: its type test/msg/Any: the names of its numbers "
                              "have more than 64000000 bytes in all") != std::string::npos);
    const std::string long_name(1'000, 't');
    const Finished long_topic = sut.compare(two_topics(long_name, "float64[100000] a\n", 800'000));
    CHECK(long_topic.exit_code == 2);
    CHECK(long_topic.err.find("the names of its columns have more than 64000000 bytes in all") !=
          std::string::npos);
    const Finished second =
        sut.compare(two_topics("x", "float64[100] " + std::string(400'000, 'a') + "\n", 800));
    CHECK(second.exit_code == 0);
    CHECK(second.out == "101 of 101 columns are equal\n");
    CHECK(second.err.find("/x1 is left out: a table has at most") != std::string::npos);
}

}  // namespace

}  // namespace recorded_types_test
