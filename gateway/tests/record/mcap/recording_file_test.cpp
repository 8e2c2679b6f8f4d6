// SPDX-License-Identifier: MIT
#include "mcap/recording_file.hpp"

#include "scratch_file.hpp"
#include "watchdog.hpp"

#include <ddc/recording/common_messages.hpp>
#include <ddc/recording/mcap_reader.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace recording_file_test {

using namespace ddc::recording;
using gateway::RecordingFile;
using gateway::SimTime;
using gateway::tests::ScratchFile;

namespace {

/// The number of messages of each topic, and whether the times of the loop's messages rise.
struct Contents {
    std::map<std::string, std::uint64_t> counts;
    bool is_rising = true;
};

Contents contents_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    McapReader reader(stream, file.string());
    Contents contents;
    std::uint64_t last_ns = 0;
    while (const auto item = reader.next()) {
        const auto* message = std::get_if<McapMessage>(&*item);
        if (message == nullptr) continue;
        const std::string& topic = reader.channel(message->channel).topic;
        ++contents.counts[topic];
        if (topic != "/clock") continue;  // lines of two threads may come in any order
        contents.is_rising = contents.is_rising && last_ns <= message->log_time_ns;
        last_ns = message->log_time_ns;
    }
    CHECK_FALSE(reader.is_cut());
    return contents;
}

}  // namespace

TEST_CASE("recording file: messages of a loop and several threads are in the file, each once") {
    constexpr int cycles = 2'000, lines = 200;
    const ScratchFile file(".mcap", "");
    {
        RecordingFile sut(std::make_shared<gateway::OutputFile>(file.path()),
                          [](const std::string& problem) { FAIL(problem); });
        const McapId clock = sut.add_topic<Clock>("/clock");
        const auto run_cycle = [&](int number) {
            const SimTime now{std::int64_t{number} * 1'000'000};
            if (sut.begin_cycle(now)) sut.add(clock, now, Clock{});
            sut.end_cycle();
        };
        run_cycle(0);  // no line is read before the first cycle
        std::vector<std::thread> others;
        for (int i = 0; i < 2; ++i)
            others.emplace_back([&] {
                for (int line = 0; line < lines; ++line) sut.log("line " + std::to_string(line));
            });
        for (int cycle = 1; cycle < cycles; ++cycle) run_cycle(cycle);
        for (std::thread& other : others) other.join();
        CHECK(sut.close("{}").empty());
        CHECK(sut.dropped() == 0);
    }
    const Contents contents = contents_of(file.path());
    CHECK(contents.counts.at("/clock") == cycles);
    CHECK(contents.counts.size() == 2);
    for (const auto& [topic, count] : contents.counts)
        if (topic != "/clock") CHECK(count == 2 * lines);
    CHECK(contents.is_rising);
}

TEST_CASE("recording file: an error is reported once, to a caller that may log it there") {
    const ::tests::Watchdog watchdog;
    std::vector<std::string> reports;
    std::atomic<RecordingFile*> recording{nullptr};
    RecordingFile sut(std::make_shared<gateway::OutputFile>("/dev/full"),
                      [&](const std::string& problem) {
                          reports.push_back(problem);
                          recording.load()->log(problem);
                      });
    recording = &sut;
    const McapId clock = sut.add_topic<Clock>("/clock");
    for (int cycle = 0; cycle < 10; ++cycle) {
        const SimTime now{std::int64_t{cycle} * 1'000'000'000};
        sut.add(clock, now, Clock{});
        sut.end_cycle();
    }
    const std::string problem = sut.close("{}");
    CHECK(problem.find("recording /dev/full: could not be written in full: No space") == 0);
    REQUIRE(reports.size() == 1);
    CHECK(reports[0] == problem + "; all further messages are lost");
    CHECK(sut.dropped() >= 10);
}

}  // namespace recording_file_test
