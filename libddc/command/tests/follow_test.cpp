// SPDX-License-Identifier: MIT
#include "command_fixture.hpp"
#include "scratch_file.hpp"

#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <thread>

namespace follow_test {

using ddc::tests::CommandTable;
using ddc::tests::Result;
using ddc::tests::ScratchFile;
using nlohmann::json;

/// Writes an entry and a pair of entries repeatedly until it is destroyed.
class BusyWriter {
  public:
    explicit BusyWriter(ddc::Table& table) : thread_([this, &table] { work(table); }) {}
    ~BusyWriter() {
        stop_ = true;
        thread_.join();
    }
    BusyWriter(const BusyWriter&) = delete;
    BusyWriter& operator=(const BusyWriter&) = delete;

  private:
    void work(ddc::Table& table) {
        ddc::Group position;
        position.add(0x400B, ddc::Type::real64);
        position.add(0x400C, ddc::Type::real64);
        for (int i = 0; !stop_; ++i) {
            table.write(0x400A, 0.5 * i);
            position.set(0, 1.0 * i);
            position.set(1, 2.0 * i);
            table.write(position);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));  // the rate of a program
        }
    }

    std::atomic<bool> stop_{false};
    std::thread thread_;
};

TEST_CASE("echo prints a line for each change") {
    const tests::Watchdog watchdog;
    CommandTable sut;
    sut.add_basic_program();
    const BusyWriter writer(sut.table());
    const Result result =
        sut.run({"echo", "4000/true_velocity", "--count", "3", "--format", "ndjson"});
    CHECK(result.code == 0);
    REQUIRE(result.lines().size() == 3);
    const json first = json::parse(result.lines()[0]);
    const json last = json::parse(result.lines()[2]);
    CHECK(first["name"] == "0x4000/true_velocity");
    CHECK(first["value"] < last["value"]);
    CHECK(first["time_s"] < last["time_s"]);
}

TEST_CASE("echo shows a port as one consistent value, and single fields") {
    const tests::Watchdog watchdog;
    CommandTable sut;
    sut.add_basic_program();
    const BusyWriter writer(sut.table());
    const Result whole =
        sut.run({"echo", "4000/true_position", "--count", "20", "--format", "ndjson"});
    for (const std::string& line : whole.lines()) {
        const json value = json::parse(line)["value"];
        CHECK(value[1] == 2.0 * value[0].get<double>());
    }
    const Result part = sut.run({"echo", "4000/true_position", "--field", "x", "--once"});
    CHECK(part.out.find("0x4000/true_position.x") != std::string::npos);
    const Result of_program = sut.run({"echo", "4000", "--field", "true_velocity", "--once"});
    CHECK(of_program.out.find("0x4000/true_velocity") != std::string::npos);
}

TEST_CASE("echo ends after a time without changes") {
    const CommandTable sut;
    const Result result = sut.run({"echo", "0x0100", "--once", "--timeout", "0.01"});
    CHECK(result.code == 1);
    CHECK(result.err.find("0.01 s") != std::string::npos);
    CHECK(sut.run({"echo", "0x0100", "--timeout", "0.01", "-f", "json"}).json() == json::array());
}

TEST_CASE("hz measures the rate of writes") {
    const tests::Watchdog watchdog;
    CommandTable sut;
    sut.add_basic_program();
    const BusyWriter writer(sut.table());
    const json records =
        sut.run({"hz", "4000/true_velocity", "--duration", "0.4", "--format", "json"}).json();
    REQUIRE(records.size() == 1);
    CHECK(records[0]["rate_hz"] > 1);
    CHECK(records[0]["rate_hz"] < 1010);
    CHECK(records[0]["min_s"] <= records[0]["max_s"]);
    CHECK(records[0]["writes"] > 0);
}

TEST_CASE("hz of an entry that is not written fails") {
    const CommandTable sut;
    CHECK(sut.run({"hz", "0x0100", "--duration", "0.01"}).code == 1);
}

TEST_CASE("watch shows frames and marks changed values") {
    const tests::Watchdog watchdog;
    CommandTable sut;
    sut.add_basic_program();
    const BusyWriter writer(sut.table());
    const Result result = sut.run({"watch", "4000", "--filter", "true_*", "--count", "2",
                                   "--interval", "0.2", "--format", "ndjson"});
    CHECK(result.code == 0);
    REQUIRE(result.lines().size() == 6);
    const json velocity = json::parse(result.lines()[3]);
    const json compass = json::parse(result.lines()[5]);
    CHECK(velocity["name"] == "0x4000/true_velocity");
    CHECK(velocity["changed"] == true);
    CHECK(velocity["written"] == true);
    CHECK(compass["name"] == "0x4000/true_compass");
    CHECK(compass["changed"] == false);
    CHECK(compass["written"] == false);
}

TEST_CASE("watch updates in place on a terminal, in colour unless NO_COLOR is set") {
    CommandTable sut;
    sut.add_basic_program();
    ddc::command::Terminal terminal;
    terminal.present = true;
    terminal.rows = 8;
    const Result plain = sut.run({"watch", "--count", "1"}, terminal);
    CHECK(plain.out.find("\x1b[H") != std::string::npos);
    CHECK(plain.out.find("\x1b[32m") == std::string::npos);
    CHECK(plain.out.find("more do not fit") != std::string::npos);
    CHECK(plain.out.find("\x1b[?25h") != std::string::npos);
    terminal.colour = true;
    CHECK(sut.run({"watch", "--count", "1"}, terminal).out.find("\x1b[32m") != std::string::npos);
    CHECK(sut.run({"watch", "--count", "1"}).out.find('\x1b') == std::string::npos);
}

TEST_CASE("a recording begins with the current values and can be played into another table") {
    CommandTable source;
    source.add_dynamic_program();
    REQUIRE(source.table().write(0x0100, std::string("line\nbreak, \"quoted\"\n")) ==
            ddc::Status::ok);
    REQUIRE(source.table().write(0x0101, 0.1 + 0.2) == ddc::Status::ok);
    REQUIRE(source.table().write(0x0103, std::nan("")) == ddc::Status::ok);
    for (const char* end : {".csv", ".ndjson", ".mcap"}) {
        const ScratchFile file(end);
        const Result recorded = source.run({"record", "4100", "0x0100", "0x0101", "0x0102",
                                            "0x0103", "--output", file.path, "--duration", "0.01"});
        CHECK(recorded.code == 0);
        CommandTable target;
        CHECK(target.run({"play", file.path}).code == 0);
        for (const ddc::Id id : {0x100, 0x101, 0x102, 0x4100, 0x4104, 0x4109})
            CHECK(target.table().entry(id).value == source.table().entry(id).value);
        CHECK(target.run({"get", "4100/gear"}).out == "park\n");
        CHECK(target.run({"get", "0x0103"}).out == "nan\n");
    }
}

TEST_CASE("changes are recorded until the count is reached") {
    const tests::Watchdog watchdog;
    CommandTable sut;
    sut.add_basic_program();
    const BusyWriter writer(sut.table());
    const Result result = sut.run({"record", "4000/true_position", "--count", "6"});
    REQUIRE(result.lines().size() == 7);
    CHECK(result.lines()[0] == "time_s,id,name,type,value,unit");
    CHECK(result.lines()[1].find("0x400B,0x4000/true_position.x,double,") != std::string::npos);
    CHECK(result.err.find("6 records written") != std::string::npos);
}

TEST_CASE("a recording is csv, ndjson or mcap and no other format") {
    const CommandTable sut;
    CHECK(sut.run({"record", "0x0100", "--format", "json", "--count", "1"}).code == 2);
    CHECK(sut.run({"record", "0x0100", "--output", "/no/such/folder/file"}).code == 1);
}

TEST_CASE("play writes at the pace of the recording") {
    const ScratchFile file(".csv");
    file.write("time_s,id,type,value\n10,0x0100,int32,1\n10.2,0x0100,int32,2\n");
    CommandTable sut;
    const auto start = ddc::Clock::now();
    CHECK(sut.run({"play", file.path, "--rate", "2"}).code == 0);
    CHECK(ddc::Clock::now() - start >= std::chrono::milliseconds(100));
    CHECK(sut.run({"get", "0x0100"}).out == "2\n");
}

TEST_CASE("play reports the line that it cannot read") {
    CommandTable sut;
    const ScratchFile file(".csv");
    const auto refusal = [&](const std::string& text) {
        file.write(text);
        const Result result = sut.run({"play", file.path});
        CHECK_MESSAGE(result.code == 1, text);
        return result.err;
    };
    const std::string keys = "time_s,id,type,value\n";
    CHECK(refusal("a,b\n").find("no column 'time_s'") != std::string::npos);
    CHECK(refusal(keys + "0,0x0100,int32,x\n0,0,bool,true\n").find(":2: ") != std::string::npos);
    CHECK(refusal(keys + "0,-1,int32,1\n").find("is not an id") != std::string::npos);
    CHECK(refusal(keys + "0,1,int32\n").find("3 fields instead of 4") != std::string::npos);
    for (const char* time : {"1e300", "-1e300", "inf", "nan"})
        CHECK(refusal(keys + time + ",1,int32,1\n")
                  .find(":2: '" + std::string(time) + "' is not a time") != std::string::npos);
    CHECK(refusal("{\"time_s\":1}\n").find("has no 'id'") != std::string::npos);
    CHECK(refusal("{]\n").find("not a JSON object") != std::string::npos);
    CHECK(refusal("").find("empty") != std::string::npos);
    CHECK(refusal(keys + "0,0x9999,bool,true\n").find("out of range") != std::string::npos);
}

TEST_CASE("a truncated recording is played up to its end") {
    CommandTable sut;
    const ScratchFile file(".csv");
    file.write("time_s,id,type,value\n0,0x0100,int32,1\n0,0x0101,in");
    CHECK(sut.run({"play", file.path}).code == 3);
    CHECK(sut.run({"get", "0x0100"}).out == "1\n");
}

TEST_CASE("play asks for --yes like set") {
    CommandTable sut;
    sut.add_basic_program();
    REQUIRE(sut.table().write(0x4000, true) == ddc::Status::ok);
    const ScratchFile file(".csv");
    file.write("time_s,id,type,value\n0,0x0100,int32,1\n");
    CHECK(sut.run({"play", file.path}).code == 1);
    CHECK(sut.run({"play", file.path, "--yes"}).code == 0);
}

}  // namespace follow_test
