// SPDX-License-Identifier: MIT
#include "hex.hpp"
#include "mcap_scene.hpp"

#include <doctest/doctest.h>

namespace mcap_test {

using namespace mcap_scene;

namespace {

/// A file with one message, uncompressed.
std::string smallest_file() {
    std::string file;
    McapWriter writer(into(file), {{"", "x"}, McapCompression::none, 1U << 20U});
    const McapId schema = writer.add_schema({"S", "jsonschema", R"({"type":"object"})"});
    const McapId channel = writer.add_channel({schema, "/t", "json", {}});
    writer.write({channel, 0, 5, 5, "{}"});
    writer.close();
    return file;
}

std::string hex_of(const std::string& file, std::size_t offset, std::size_t size) {
    const auto* first = reinterpret_cast<const std::byte*>(file.data());
    return to_hex(ddc::recording::Bytes(first + offset, first + offset + size));
}

}  // namespace

TEST_CASE("a file has bytes that @mcap/core can read") {
    const std::string file = smallest_file();
    REQUIRE(file.size() == 605);
    CHECK(hex_of(file, 0, 26) == hex("894d434150300d0a 01 0900000000000000 00000000 01000000 78"));
    CHECK(hex_of(file, 26, 164) ==
          hex("06 9b00000000000000 0500000000000000 0500000000000000 7300000000000000 f27ce009"
              "00000000 7300000000000000"
              "032a00000000000000010001000000530a0000006a736f6e736368656d61"
              "110000007b2274797065223a226f626a656374227d"
              "04160000000000000001000100020000002f74040000006a736f6e00000000"
              "051800000000000000010000000000050000000000000005000000000000007b7d"));
    CHECK(hex_of(file, 190, 31) ==
          hex("07 1600000000000000 0100 10000000 0500000000000000 5200000000000000"));
    CHECK(hex_of(file, 221, 13) == hex("0f 0400000000000000 9af0ffb2"));
    CHECK(hex_of(file, 568, 37) == hex("02 1400000000000000 ea00000000000000 d001000000000000"
                                       "5ef4577f 894d434150300d0a"));
}

TEST_CASE("the items are read as they were written") {
    for (const McapCompression compression : {McapCompression::none, McapCompression::zstd}) {
        const Reading reading = read(file_of_all(small_chunks(compression)));
        CHECK(reading.error.empty());
        CHECK_FALSE(reading.is_cut);
        CHECK(reading.chunks >= 3);
        REQUIRE(reading.items.size() == 14);
        CHECK(reading.items[0] == "metadata interface name=pursuit version=2.0");
        CHECK(reading.items[1] == "/second - 0 0 1 message 0");
        CHECK(reading.items[2] == "/first test/msg/Text 1 10 11 message 1");
        CHECK(reading.items[12] == "/first test/msg/Text 11 110 111 message 11");
        CHECK(reading.items[13] == "attachment run.yaml application/yaml duration_s: 1\n");
    }
}

TEST_CASE("the same calls write the same bytes") {
    CHECK(file_of_all() == file_of_all());
}

TEST_CASE("a file without a message is complete") {
    std::string file;
    McapWriter writer(into(file), {});
    writer.close();
    const Reading reading = read(file);
    CHECK(reading.error.empty());
    CHECK_FALSE(reading.is_cut);
    CHECK(reading.items.empty());
}

TEST_CASE("a chunk of many MiB is read") {
    std::string file;
    McapWriter writer(into(file), {});
    const McapId channel = writer.add_channel({0, "/t", "raw", {}});
    std::string data;
    for (std::uint32_t i = 0; data.size() < 5'000'000; ++i) data += std::to_string(i * 2654435761U);
    writer.write({channel, 0, 1, 1, data});
    writer.write({channel, 1, 2, 2, "short"});
    writer.close();
    const Reading reading = read(file);
    REQUIRE(reading.items.size() == 2);
    CHECK(reading.items[0] == "/t - 0 1 1 " + data);
}

TEST_CASE("the repair of a complete file gives the same bytes") {
    const std::string file = file_of_all();
    const Repaired repaired = repair(file);
    CHECK(repaired.report.problem.empty());
    CHECK(repaired.report.messages == 12);
    CHECK(repaired.report.good_bytes == file.size());
    CHECK(repaired.file == file);
}

TEST_CASE("a file that was not closed is repaired up to its last complete record") {
    std::string file;
    McapWriter writer(into(file), small_chunks());
    const McapId channel = writer.add_channel({0, "/t", "raw", {}});
    writer.write({channel, 7, 1, 1, "one"});
    writer.flush();
    writer.write({channel, 8, 2, 2, "in the open chunk"});
    const Repaired repaired = repair(file);
    CHECK(repaired.report.messages == 1);
    CHECK(repaired.report.problem ==
          "file: byte " + std::to_string(file.size()) + ": truncated record");
    const Reading reading = read(repaired.file);
    CHECK_FALSE(reading.is_cut);
    CHECK(reading.items == std::vector<std::string>{"/t - 7 1 1 one"});
}

}  // namespace mcap_test
