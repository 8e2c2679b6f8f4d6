// SPDX-License-Identifier: MIT
#include "hex.hpp"
#include "mcap_scene.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace mcap_damage_test {

using namespace mcap_scene;

namespace {

bool is_start_of(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
    return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

/// Adds magic and header before the records.
std::string with_start(const std::string& records) {
    const auto bytes = from_hex("894d434150300d0a 01 0800000000000000 00000000 00000000" + records);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

TEST_CASE("a file truncated anywhere is read up to the truncation") {
    const std::string file = file_of_all();
    const Reading whole = read(file);
    std::size_t most = 0;
    for (std::size_t size = 0; size < file.size(); ++size) {
        CAPTURE(size);
        const Reading part = read(file.substr(0, size));
        REQUIRE((part.is_cut || !part.error.empty()));
        REQUIRE(is_start_of(part.items, whole.items));
        REQUIRE(part.items.size() >= most);
        REQUIRE(part.good_bytes <= size);
        most = part.items.size();
    }
    CHECK(most == whole.items.size());
}

TEST_CASE("a file truncated anywhere is repaired up to the truncation") {
    const std::string file = file_of_all();
    const std::size_t header = 8 + 9 + 4 + 4 + 4;
    for (std::size_t size = header; size < file.size(); ++size) {
        CAPTURE(size);
        const std::string part = file.substr(0, size);
        const Repaired repaired = repair(part);
        REQUIRE_FALSE(repaired.report.problem.empty());
        const Reading reading = read(repaired.file);
        REQUIRE(reading.error.empty());
        REQUIRE_FALSE(reading.is_cut);
        REQUIRE(reading.items == read(part).items);
    }
    CHECK_THROWS_AS(repair(file.substr(0, header - 1)), McapError);
}

TEST_CASE("every flipped bit is detected") {
    const std::string file = file_of_all();
    for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
        CAPTURE(bit);
        std::string damaged = file;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
        const Reading reading = read(damaged);
        REQUIRE((reading.is_cut || !reading.error.empty()));
    }
}

TEST_CASE("errors are reported with their position") {
    CHECK(read("").error == "file: byte 0: is not an MCAP file (bad magic bytes)");
    CHECK(read(with_start("00 0000000000000000")).error ==
          "file: byte 25: expected a record, found a 0");
    CHECK(read(with_start("05 1600000000000000 0100 00000000 0000000000000000 0000000000000000"))
              .error == "file: byte 25: a record (message) is of the channel 1, which is unknown");
    CHECK(read(with_start("04 0e00000000000000 0100 0700 00000000 00000000 00000000")).error ==
          "file: byte 25: a record (channel) ends 2 bytes too early");
    CHECK(read(with_start("04 1000000000000000 0100 0700 00000000 00000000 00000000")).error ==
          "file: byte 25: a record (channel) is of the schema 7, which is unknown");
    CHECK(read(with_start("03 0e00000000000000 0000 00000000 00000000 00000000")).error ==
          "file: byte 25: a record (schema) has the id 0, which means none");
    CHECK(read(with_start("02 0000000000000000")).error ==
          "file: byte 25: a record (footer) in the data section");
    CHECK(read(with_start("0f 0400000000000000 78563412")).error ==
          "file: byte 25: a record (data end) has a CRC that does not match the data before it");
}

TEST_CASE("lengths in the file do not allocate more memory than the file has") {
    CHECK(read(with_start("09 ffffffffffffff7f 00")).is_cut);
    CHECK(read(with_start("0c 0800000000000000 ffffffff 00000000")).error ==
          "file: byte 25: a record (metadata) ends 4294967291 bytes too early");
    // A chunk with a stated size of 2^40 bytes.
    CHECK(read(with_start("06 2800000000000000 0000000000000000 0000000000000000 0000000000010000"
                          "00000000 00000000 0000000000000000"))
              .error ==
          "file: byte 25: a record (chunk) is of 1099511627776 bytes, more than 134217728");
    // A zstd chunk with fewer bytes than its header says.
    CHECK(read(with_start("06 3800000000000000 0000000000000000 0000000000000000 0000000007000000"
                          "00000000 04000000 7a737464 0c00000000000000 28b52ffd 2000 010000"
                          "000000"))
              .error.find("a record (chunk)") != std::string::npos);
}

TEST_CASE("chunks compressed with lz4 are refused by name and not removed by a repair") {
    const std::string file = with_start(
        "06 2b00000000000000 0000000000000000 0000000000000000 0000000000000000"
        "00000000 03000000 6c7a34 0000000000000000");
    CHECK(read(file).error.rfind("file: byte 25: a chunk is compressed by lz4, which is not", 0) ==
          0);
    CHECK_THROWS_AS(repair(file), McapError);
}

TEST_CASE("an id cannot be redefined") {
    std::string file;
    McapWriter writer(into(file), small_chunks(McapCompression::none));
    const McapId first = writer.add_channel({0, "/a", "raw", {}});
    writer.write(McapMessage{first, 0, 0, 0, "x"});
    writer.flush();
    const std::size_t id = file.find("/a") - 8;
    const McapId second = writer.add_channel({0, "/b", "raw", {}});
    writer.write(McapMessage{second, 0, 0, 0, "x"});
    writer.flush();
    REQUIRE(file[id] == 1);
    file[file.find("/b") - 8] = 1;
    const std::size_t crc = file.find("/b") - 8 - 9 - 8 - 4 - 4;
    for (std::size_t i = 0; i < 4; ++i) file[crc + i] = 0;  // no CRC, so not checked
    CHECK(read(file).error.find("a record (channel) redefines the id 1") != std::string::npos);
}

}  // namespace mcap_damage_test
