// SPDX-License-Identifier: MIT
// Malformed recordings, invalid values, and recordings that must not be lost.
#include "command.hpp"
#include "scratch_table.hpp"

#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <functional>

namespace recording_test {

using namespace tests;

namespace {

const std::string keys = "time_s,id,name,type,value,unit\n";

/// A running `ddc` on a separate table.
struct Tool {
    Finished operator()(std::vector<std::string> words) const {
        words.insert(words.begin(), {"ddc", "--name", scratch.options().name});
        if (words[3] == "play" || words[3] == "set")
            words.push_back("--yes");  // this process has the table open
        return run(files, words);
    }
    std::string file(const std::string& name) const { return files.path() / name; }

    ScratchDirectory files;
    ddc::tests::ScratchTable scratch;
};

bool has(const std::string& text, const std::string& part) {
    INFO(text.substr(0, 400));
    CHECK(text.find(part) != std::string::npos);
    return text.find(part) != std::string::npos;
}

double seconds_of(const std::function<void()>& action) {
    const auto start = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEST_CASE("an endlessly nested recording is rejected with its line") {
    Tool sut;
    const std::string first = R"({"time_s":0,"id":"0x1","type":"int32","value":1})";
    for (const std::size_t depth : {40U, 100'000U, 400'000U}) {
        const std::string deep = R"({"time_s":0,"id":"0x1","type":"string","value":)" +
                                 std::string(depth, '[') + std::string(depth, ']') + "}";
        const std::string file = sut.files.write("deep.ndjson", first + "\n" + deep + "\n");
        const Finished finished = sut({"play", file});
        CHECK(finished.exit_code == 1);
        has(finished.err, "deep.ndjson:2: is nested more than 32 deep");
    }
    const Finished set = sut({"set", "0x0001", std::string(100'000, '[')});
    CHECK(set.exit_code >= 0);  // not by a signal
}

TEST_CASE("a quote that is never closed is reported with its line, in a recording of any length") {
    Tool sut;
    const auto recording = [&](std::size_t lines) {
        std::string text = keys + "0,0x1,,int32,1,\n0,0x2,,string,\"open,\n";
        for (std::size_t i = 0; i < lines; ++i) text += "0,0x3,0x4000/some_name,int32,12345,m\n";
        return sut.files.write("open" + std::to_string(lines) + ".csv", text).string();
    };
    const std::string small = recording(20'000);
    const std::string large = recording(2'000'000);
    const auto play = [&](const std::string& file, const std::string& finished) {
        const Finished result = sut({"play", file});
        CHECK(result.exit_code == 1);
        has(result.err, ".csv:3: the quote that is opened here is " + finished);
    };
    const double small_s = seconds_of([&] { play(small, "never closed"); });
    const double large_s = seconds_of([&] { play(large, "not closed within"); });
    MESSAGE(small_s, " s for 20,000 lines, ", large_s, " s for 2,000,000");
    CHECK(large_s < 20 * small_s + 2);  // 100 times the lines: linear; quadratic would be 10,000
}

TEST_CASE("a quote is reported with the line of its beginning, not of an earlier one") {
    Tool sut;
    const std::string file =
        sut.files.write("two.csv", keys + "0,0x1,,string,\"one\nline\",\"\n0,0x2,,int32,1,\n");
    has(sut({"play", file}).err, "two.csv:3: the quote that is opened here is never closed");
}

TEST_CASE("an endless line is rejected before it fills the memory") {
    Tool sut;
    const std::string file =
        sut.files.write("long.ndjson", "{\"x\":\"" + std::string(8 << 20, 'a'));
    has(sut({"play", file}).err, "long.ndjson:1: is longer than a record can be");
}

TEST_CASE("Ctrl-C ends a player that waits for its recording") {
    Tool sut;
    const std::string fifo = sut.file("recording");
    REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    Command player(sut.files, {"ddc", "--name", sut.scratch.options().name, "play", fifo, "--yes"});
    const int writer = ::open(fifo.c_str(), O_WRONLY | O_CLOEXEC);  // waits until it reads
    const std::string text = keys + "0,0x1,,int32,1,\n1,0x1,,int32,2,\n";
    CHECK(::write(writer, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    std::int32_t value = 0;
    while (sut.scratch.table().read(0x0001, value) != ddc::Status::ok) ::usleep(1000);
    player.signal(SIGINT);
    const Finished finished = player.finish(std::chrono::seconds(10));
    ::close(writer);
    CHECK(finished.exit_code == 0);
    has(finished.err, "records played");
}

TEST_CASE("a folder is not a recording") {
    Tool sut;
    const Finished finished = sut({"play", sut.files.path()});
    CHECK(finished.exit_code == 1);
    has(finished.err, " cannot be read: Is a directory");
}

TEST_CASE("a number out of the range of a double is never stored as infinity") {
    Tool sut;
    sut.scratch.table().write(0x0001, 1.5);
    for (const char* number : {"1e999", "-1e999", "infinity", "INF", "nan(1)"}) {
        for (const char* entry : {"0x0001", "0x0002"}) {
            if (number[0] == 'i' || number[0] == 'I') entry = "0x0001";  // otherwise they are texts
            const Finished finished = sut({"set", entry, number});
            CHECK_MESSAGE(finished.exit_code == 2, number);
            has(finished.err, "is not a valid double");
        }
    }
    double value = 0;
    CHECK(sut.scratch.table().read(0x0001, value) == ddc::Status::ok);
    CHECK(value == 1.5);
    CHECK(sut.scratch.table().read(0x0002, value) == ddc::Status::no_data);
    const std::string file = sut.files.write("large.csv", keys + "0,0x1,,double,1e999,\n");
    has(sut({"play", file}).err, "large.csv:2: '1e999' is not a valid double");
    CHECK(sut({"set", "0x0001", "--type", "double", "inf"}).exit_code == 0);  // by its output
    CHECK(sut.scratch.table().read(0x0001, value) == ddc::Status::ok);
    CHECK(std::isinf(value));
}

TEST_CASE("a recording is overwritten only on request") {
    Tool sut;
    sut.scratch.table().write(0x0001, 1);
    const std::string file = sut.file("run.csv");
    const auto record = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"record", "0x0001", "--count", "1", "--output", file};
        words.insert(words.end(), more.begin(), more.end());
        return sut(words);
    };
    CHECK(record({}).exit_code == 0);
    const std::string earlier = read_file(file);
    sut.scratch.table().write(0x0001, 2);
    const Finished refused = record({});
    CHECK(refused.exit_code == 1);
    has(refused.err, "run.csv exists; add --force to overwrite it");
    CHECK(read_file(file) == earlier);
    CHECK(record({"--force"}).exit_code == 0);
    CHECK(read_file(file) != earlier);
    std::filesystem::resize_file(file, 0);
    CHECK(record({}).exit_code == 0);  // an empty file is not a recording
}

}  // namespace recording_test
