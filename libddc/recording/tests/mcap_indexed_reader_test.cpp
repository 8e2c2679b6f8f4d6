// SPDX-License-Identifier: MIT
#include "mcap_scene.hpp"

#include <ddc/recording/mcap_indexed_reader.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace mcap_indexed_reader_test {

using namespace mcap_scene;

namespace {

constexpr std::uint64_t end_ns = std::numeric_limits<std::uint64_t>::max();

/// A reader of a file in memory.
struct Indexed {
    explicit Indexed(const std::string& file) : in(file), reader(in, "file") {}

    /// The bytes of the messages that next() returns.
    std::vector<std::string> next_until(std::uint64_t time_ns) {
        std::vector<std::string> shown;
        while (const auto message = reader.next(time_ns)) shown.emplace_back(message->data);
        return shown;
    }
    std::vector<std::string> latest(McapId channel, std::uint64_t time_ns) {
        std::vector<std::string> shown;
        reader.show_latest(channel, time_ns,
                           [&](const McapMessage& message) { shown.emplace_back(message.data); });
        return shown;
    }

    std::istringstream in;
    McapIndexedReader reader;
};

std::string error_of(const std::string& file) {
    try {
        Indexed sut(file);
        sut.next_until(end_ns);
    } catch (const McapError& error) {
        return error.what();
    }
    return {};
}

/// A file with one chunk for each list, and a message for each time in it.
std::string file_of(const std::vector<std::vector<std::uint64_t>>& chunks) {
    std::string file;
    McapWriter writer(into(file), {});
    const McapId channel = writer.add_channel({0, "/t", "raw", {}});
    std::uint32_t count = 0;
    for (const auto& times : chunks) {
        for (const std::uint64_t time : times) {
            const std::string data = std::to_string(time) + "#" + std::to_string(count);
            writer.write({channel, count++, time, time, data});
        }
        writer.flush();
    }
    writer.close();
    return file;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("reading with the index gives the same messages as reading from front to back") {
    for (const McapCompression compression : {McapCompression::none, McapCompression::zstd}) {
        const std::string file = file_of_all(small_chunks(compression));
        Indexed sut(file);
        CHECK(sut.reader.channels().at(1).topic == "/first");
        CHECK(sut.reader.schema(1)->name == "test/msg/Text");
        CHECK(sut.reader.schema(0) == nullptr);
        CHECK(sut.reader.first_ns() == 0);
        CHECK(sut.reader.last_ns() == 110);
        std::istringstream in(file);
        McapReader whole(in, "file");
        std::size_t messages = 0;
        while (const auto item = whole.next()) {
            const auto* message = std::get_if<McapMessage>(&*item);
            if (message == nullptr) continue;
            const auto shown = sut.reader.next(end_ns);
            REQUIRE(shown);
            CHECK(line_of(whole, *shown) == line_of(whole, *item));
            ++messages;
        }
        CHECK(messages == 12);
        CHECK_FALSE(sut.reader.next(end_ns));
    }
}

TEST_CASE("an indexed file is read up to a time and from any time on") {
    Indexed sut(file_of_all());
    CHECK(sut.next_until(20) == Texts{"message 0", "message 1", "message 2"});
    CHECK(sut.next_until(29).empty());
    CHECK(sut.next_until(30) == Texts{"message 3"});
    sut.reader.seek(95);
    CHECK(sut.next_until(end_ns) == Texts{"message 10", "message 11"});
    sut.reader.seek(10);
    CHECK(sut.next_until(10) == Texts{"message 1"});
    sut.reader.seek(111);
    CHECK(sut.next_until(end_ns).empty());
}

TEST_CASE("messages of chunks that overlap are returned in the order of their times") {
    Indexed sut(file_of({{5, 1, 9}, {2, 8}, {8, 20}}));
    CHECK(sut.reader.first_ns() == 1);
    CHECK(sut.next_until(end_ns) == Texts{"1#1", "2#3", "5#0", "8#4", "8#5", "9#2", "20#6"});
    sut.reader.seek(8);
    CHECK(sut.next_until(end_ns) == Texts{"8#4", "8#5", "9#2", "20#6"});
}

TEST_CASE("no message that is yet to come is earlier than the reported next time") {
    Indexed sut(file_of({{5, 1, 9}, {2, 8}, {20}}));
    CHECK(sut.reader.next_ns() == 1);
    for (const std::uint64_t time_ns : {1U, 2U, 5U, 8U, 9U, 20U}) {
        REQUIRE(sut.reader.next_ns());
        CHECK(*sut.reader.next_ns() <= time_ns);
        CHECK(sut.reader.next(time_ns));
        CHECK_FALSE(sut.reader.next(time_ns));
    }
    CHECK_FALSE(sut.reader.next_ns());
    sut.reader.seek(6);
    CHECK(sut.reader.next_ns() == 6);
    CHECK_FALSE(sut.reader.next(7));
    CHECK(sut.reader.next_ns() == 8);
}

TEST_CASE("the latest messages of a channel are all of its last time") {
    Indexed sut(file_of({{1, 3, 3}, {3, 7}, {2}}));
    CHECK(sut.latest(1, 0).empty());
    CHECK(sut.latest(1, 2) == Texts{"2#5"});
    CHECK(sut.latest(1, 6) == Texts{"3#1", "3#2", "3#3"});
    CHECK(sut.latest(1, end_ns) == Texts{"7#4"});
    CHECK(sut.latest(2, end_ns).empty());
    CHECK(sut.next_until(2) == Texts{"1#0", "2#5"});  // continues at its position
}

TEST_CASE("a damaged chunk is reported once and skipped") {
    std::string file = file_of({{1, 2}, {3, 4}, {5, 6}});
    const std::size_t first = file.find("zstd"), second = file.find("zstd", first + 1);
    const std::size_t offset = second + 12 + 20;  // within the compressed bytes
    file[offset] = static_cast<char>(file[offset] ^ 0x55);
    Indexed sut(file);
    CHECK_THROWS_AS(sut.next_until(end_ns), McapError);
    CHECK(sut.next_until(end_ns) == Texts{"5#4", "6#5"});
    CHECK(sut.latest(1, 4) == Texts{"2#1"});
    sut.reader.seek(0);
    CHECK(sut.next_until(end_ns) == Texts{"1#0", "2#1", "5#4", "6#5"});
}

TEST_CASE("a file without a message has an index") {
    Indexed sut(file_of({}));
    CHECK(sut.reader.first_ns() == 0);
    CHECK(sut.reader.last_ns() == 0);
    CHECK(sut.next_until(end_ns).empty());
}

TEST_CASE("a file truncated anywhere has no index") {
    const std::string file = file_of_all();
    for (std::size_t size = 0; size < file.size(); ++size) {
        CAPTURE(size);
        REQUIRE_THROWS_AS(Indexed(file.substr(0, size)), McapError);
    }
    CHECK(error_of(file.substr(0, 200)) ==
          "file: byte 200: the file ends here; it was not closed, or was truncated");
    CHECK(error_of("no recording") == "file: byte 0: is not an MCAP file (bad magic bytes)");
}

TEST_CASE("every flipped bit of a summary or of a chunk is detected") {
    const std::string file = file_of({{1, 2}, {3, 4}});
    const Texts shown = Indexed(file).next_until(end_ns);
    for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
        CAPTURE(bit);
        std::string damaged = file;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
        if (!error_of(damaged).empty()) continue;
        REQUIRE(Indexed(damaged).next_until(end_ns) == shown);  // not needed by the index
    }
}

}  // namespace mcap_indexed_reader_test
