// SPDX-License-Identifier: MIT
// Another build of a program, run with the inputs of a recorded run.
#include "scene.hpp"

#include <ddc/recording/mcap_reader.hpp>
#include <ddc/recording/mcap_writer.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>
#include <vector>

namespace rerun_test {

using namespace ddc::recording;
using tests::Command;
using tests::Finished;
using tests::read_file;
using tests::Scene;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// A test with a recording.
struct Reruns : Scene {
    std::string recording = scratch.path() / "good.mcap";

    /// Records a run of a program; `more` are more keys of its file.
    void record(const std::string& exec, const std::string& more = "",
                std::vector<std::string> options = {}) const {
        const Finished result = run_recorded(exec, more, std::move(options));
        INFO(result.err);
        REQUIRE(result.exit_code == 0);
    }
    Finished run_recorded(const std::string& exec, const std::string& more = "",
                          std::vector<std::string> options = {}) const {
        const std::string file =
            scratch.write("run.yaml", "ddc: {name: " + table +
                                          "}\nrecord: good.mcap\ntrace: good.csv\nprogram:\n" +
                                          "  exec: [" + exec + "]\n" + more);
        options.insert(options.begin(), {"ddc-gateway", "run", file});
        return tests::run(scratch, std::move(options));
    }
    /// Half a second of faulty_program without a fault.
    void record_faulty(const std::string& more = "") const {
        record("faulty_program, \"4000\", none",
               "  start_timeout_s: 2\n  answer_timeout_s: 0.5\nduration_s: 0.5\n" + more);
    }
    std::string script(const std::string& name, const std::string& command) const {
        const auto file = scratch.write(name, "#!/bin/sh\nexec " + command + "\n");
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return file;
    }
    /// A build of faulty_program that has a fault.
    std::string with_fault(const std::string& fault) const {
        const std::string program = tests::binary_directory() / "faulty_program";
        return script("with_" + fault, program + " \"$1\" " + fault);
    }
    Finished rerun(const std::string& program, std::vector<std::string> options = {}) const {
        options.insert(options.begin(), {"ddc-gateway", "rerun", recording, "--program", program});
        return tests::run(scratch, std::move(options));
    }
    bool has_no_process() const { return tests::processes_with(scratch.path()).empty(); }
};

std::string own(const std::string& program) {
    return tests::binary_directory() / program;
}

std::string written(const std::function<void(McapWriter&)>& fill) {
    std::string file;
    McapWriter writer([&](std::string_view piece) { file += piece; }, {});
    fill(writer);
    writer.close();
    return file;
}

/// A recording without its messages of one cycle.
std::string without_cycle(const std::string& recording, std::uint32_t cycle) {
    std::istringstream in(recording);
    McapReader reader(in, "good.mcap");
    return written([&](McapWriter& writer) {
        std::map<McapId, McapId> ids;
        while (const auto item = reader.next()) {
            if (const auto* attachment = std::get_if<McapAttachment>(&*item))
                writer.write(*attachment);
            else if (const auto* metadata = std::get_if<McapMetadata>(&*item))
                writer.write(*metadata);
            else if (McapMessage message = std::get<McapMessage>(*item);
                     message.sequence != cycle) {
                for (auto [id, channel] : reader.channels()) {
                    if (ids.count(id) > 0) continue;
                    channel.schema = writer.add_schema(*reader.schema(channel.schema));
                    ids[id] = writer.add_channel(channel);
                }
                message.channel = ids.at(message.channel);
                writer.write(message);
            }
        }
    });
}

TEST_CASE("the recorded program gives bit-identical outputs") {
    const Reruns sut;
    const std::string route = PROJECT_DIRECTORY "/programs/demo/route.csv";
    sut.record("autopilot_basic, \"4000\"", "route: {file: " + route + "}\nduration_s: 5\n");
    const std::string output = sut.scratch.path() / "again.csv";
    std::filesystem::remove(sut.scratch.path() /
                            "run.yaml");  // the recording has all that it needs
    const Finished result = sut.rerun(own("autopilot_basic"), {"--output", output});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(has(result.out, " executed 500 cycles of " + sut.recording));
    CHECK(has(result.out, " columns are equal"));
    const tests::Trace good(sut.scratch.path() / "good.csv"), again(output);
    REQUIRE(again.rows() == 500);
    for (const char* port : {"set_steering", "set_gas", "set_braking"})
        CHECK(again.column(port) == good.column(port));
    CHECK(sut.has_no_process());
}

TEST_CASE("a changed gain is found with the cycle and the port of its first difference") {
    const Reruns sut;
    sut.record_faulty();
    const std::string changed = sut.with_fault("changed_gain");
    const std::string picture = sut.scratch.path() / "changed.png";
    const Finished result = sut.rerun(changed, {"--plot", picture});
    INFO(result.err);
    CHECK(result.exit_code == 4);
    CHECK(has(result.out,
              "first difference beyond its tolerance: set_gas in cycle 10 at 0.1 s, 0.1 recorded "
              "and 0.2 now\n"));
    CHECK(has(result.out, "3 of 4 columns are equal\n"));
    CHECK(read_file(picture).rfind("\x89PNG", 0) == 0);
    CHECK(sut.rerun(changed, {"--tolerance", "0.1"}).exit_code == 0);
    CHECK(sut.rerun(changed, {"--tolerance", "0.09"}).exit_code == 4);
    CHECK(sut.rerun(changed, {"--tolerance", "1", "--tolerance", "set_gas=0"}).exit_code == 4);
    CHECK(sut.rerun(changed, {"--ignore", "set_gas"}).exit_code == 0);
    const Finished unknown = sut.rerun(changed, {"--tolerance", "set_warp=1"});
    CHECK(unknown.exit_code == 2);
    CHECK(has(unknown.err, "has no column 'set_warp'; it has t_s, set_steering, set_gas"));
    CHECK_FALSE(has(unknown.err, "starting "));
}

TEST_CASE("a program that ends early is reported with its cycle") {
    const Reruns sut;
    sut.record_faulty();
    const auto ends_with = [&](const std::string& fault, const std::string& message) {
        CAPTURE(std::string(fault));
        const Finished result = sut.rerun(sut.with_fault(fault));
        INFO(result.err);
        CHECK(result.exit_code == 1);
        CHECK(has(result.err, message));
        CHECK(sut.has_no_process());
    };
    ends_with("dies_in_mid_run", "cycle 10 at 0.1 s: the program (pid ");
    ends_with("never_answers",
              "cycle 0 at 0 s: the program has not set run_cycle_switch (0x4003) back to false "
              "within 0.5 s");
    ends_with("nan_once", "cycle 10 at 0.1 s: output ");
    ends_with("never_runs", "no program within 2.0 s");
    ends_with("dies_before", "exit code 3");
}

TEST_CASE("a program without an answer time-out gets one in a rerun") {
    const Reruns sut;
    sut.record("faulty_program, \"4000\", none", "  answer_timeout_s: none\nduration_s: 0.1\n");
    const Finished result = sut.rerun(sut.with_fault("never_answers"));
    CHECK(result.exit_code == 1);
    CHECK(has(result.err, "has not set run_cycle_switch (0x4003) back to false within 2.0 s"));
}

TEST_CASE("a program may have other ports if its inputs were recorded") {
    const Reruns sut;
    sut.record_faulty();
    const Finished fewer = sut.rerun(sut.script("keeper", own("cruise") + " \"$1\""));
    INFO(fewer.err);
    CHECK(fewer.exit_code == 4);
    CHECK(has(fewer.out, "only in the first: set_steering"));
    const Finished more = sut.rerun(sut.script("pilot", own("autopilot_basic") + " \"$1\""));
    CHECK(more.exit_code == 1);
    CHECK(has(more.err, "the program has inputs that were not recorded:"));
    CHECK(has(more.err, "trajectory_x[0]"));
    CHECK(has(more.err, "use --closed-loop"));
    CHECK(sut.rerun(own("no_such_program")).exit_code == 2);
    CHECK(sut.rerun(sut.recording).exit_code == 2);
}

TEST_CASE("an output without a signal is not compared and stops no program") {
    const Reruns sut;
    sut.record_faulty();
    const std::string program = sut.with_fault("unknown_port");
    const Finished fed = sut.rerun(program);
    INFO(fed.err);
    CHECK(fed.exit_code == 4);
    CHECK(has(fed.out, "only in the first: set_gas\nonly in the second: set_warp\n"));
    const Finished driven = sut.rerun(program, {"--closed-loop"});
    CHECK(driven.exit_code == 1);
    CHECK(has(driven.err, "port 2 'set_warp'"));
    CHECK(has(driven.err, "(`program.ports`, " + sut.recording + ": files/0_run.yaml:"));
}

TEST_CASE("the new program is started with its given arguments") {
    const Reruns sut;
    sut.record_faulty();
    const Finished same = sut.rerun(own("faulty_program"));
    CHECK(same.exit_code == 0);
    CHECK(has(same.err, "ddc-gateway: starting " + own("faulty_program") + " 4000 none\n"));
    for (const char* way : {"fed", "--closed-loop"}) {
        std::vector<std::string> options{"--", "4000", "changed_gain"};
        if (way[0] == '-') options.insert(options.begin(), way);
        const Finished changed = sut.rerun(own("faulty_program"), options);
        INFO(changed.err);
        CHECK(changed.exit_code == 4);
        CHECK(has(changed.out, "set_gas in cycle 10 at 0.1 s"));
        CHECK(has(changed.err, "starting " + own("faulty_program") + " 4000 changed_gain\n"));
    }
}

TEST_CASE("output of a rerun on standard error begins with its name") {
    const Reruns sut;
    sut.record_faulty();
    const Finished result = sut.rerun(own("faulty_program"), {"--closed-loop"});
    CHECK(has(result.err, "started the program, pid "));
    std::istringstream lines(result.err);
    for (std::string line; std::getline(lines, line);) {
        CAPTURE(std::string(line));
        CHECK(line.rfind("ddc-gateway: ", 0) == 0);
    }
}

TEST_CASE("a rerun writes files of the kinds that their names give") {
    const Reruns sut;
    sut.record_faulty();
    const auto refuses = [&](std::vector<std::string> options, const std::string& reason) {
        const Finished result = sut.rerun(own("faulty_program"), std::move(options));
        CHECK(result.exit_code == 2);
        CHECK(has(result.err, reason));
    };
    refuses({"--output", sut.scratch.path() / "again.mcap"}, "use the extension .csv");
    refuses({"--closed-loop", "--output", sut.scratch.path() / "again.csv"},
            "use the extension .mcap");
    refuses({"--closed-loop", "--output", "/dev/null"},
            "must be a regular file, since it is read again");
    refuses({"--plot", sut.scratch.path() / "changed.jpg"}, "must end with .png, .svg or .pdf");
    const std::string picture = sut.scratch.path() / "changed.svg";
    CHECK(sut.rerun(sut.with_fault("changed_gain"), {"--plot", picture}).exit_code == 4);
    CHECK(has(read_file(picture), "set_gas"));
    CHECK(has(read_file(picture), "less recorded"));
}

TEST_CASE("a killed run is repeated up to its end") {
    const Reruns sut;
    const std::string route = PROJECT_DIRECTORY "/programs/demo/route.csv";
    sut.record("autopilot_basic, \"4000\"", "route: {file: " + route + "}\nduration_s: 5\n",
               {"--repeatable"});
    std::filesystem::resize_file(sut.recording, std::filesystem::file_size(sut.recording) * 3 / 4);
    REQUIRE(tests::run(sut.scratch, {"ddc-gateway", "mcap", "repair", sut.recording}).exit_code ==
            0);
    CHECK(sut.rerun(own("autopilot_basic")).exit_code == 0);
    const Finished result = sut.rerun(own("autopilot_basic"), {"--closed-loop"});
    INFO(result.err);
    INFO(result.out);
    CHECK(result.exit_code == 0);
    CHECK_FALSE(has(result.out, " drove 5 s\n"));
}

TEST_CASE("a recording with a missing cycle is rejected") {
    const Reruns sut;
    sut.record_faulty();
    const std::string whole = read_file(sut.recording);
    for (const std::uint32_t cycle : {0U, 7U}) {
        sut.scratch.write("good.mcap", without_cycle(whole, cycle));
        const Finished result = sut.rerun(own("faulty_program"));
        INFO(result.err);
        CHECK(result.exit_code == 2);
        CHECK(has(result.err, "cycle " + std::to_string(cycle) + " is missing"));
    }
}

TEST_CASE("the whole run is repeated and compared column by column") {
    const Reruns sut;
    const std::string route = PROJECT_DIRECTORY "/programs/demo/route.csv";
    sut.record("autopilot_basic, \"4000\"", "route: {file: " + route + "}\nduration_s: 60\n",
               {"--repeatable", "--duration", "2", "--seed", "7"});
    std::filesystem::remove(sut.scratch.path() / "run.yaml");
    const std::string again = sut.scratch.path() / "again.mcap";
    const Finished result = sut.rerun(own("autopilot_basic"), {"--closed-loop", "--output", again});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(has(result.out, " drove 2 s\n"));
    CHECK(has(result.out, " columns are equal\n"));
    std::filesystem::copy_file(again, sut.recording,
                               std::filesystem::copy_options::overwrite_existing);
    CHECK(sut.rerun(own("autopilot_basic")).exit_code == 0);
    CHECK(sut.rerun(own("autopilot_basic"), {"--closed-loop"}).exit_code == 0);
    CHECK(sut.has_no_process());
}

TEST_CASE("a changed gain moves the vehicle when the whole run is repeated") {
    const Reruns sut;
    sut.record_faulty();
    const std::string changed = sut.with_fault("changed_gain");
    const std::string picture = sut.scratch.path() / "changed.png";
    const Finished result = sut.rerun(changed, {"--closed-loop", "--plot", picture});
    INFO(result.err);
    CHECK(result.exit_code == 4);
    CHECK(has(result.out, "x_m "));
    CHECK(has(result.out,
              "first difference beyond its tolerance: set_gas in cycle 10 at 0.1 s, 0.1 recorded "
              "and 0.2 now\n"));
    CHECK(has(result.err, "record with `ddc-gateway run --repeatable`"));
    CHECK(read_file(picture).rfind("\x89PNG", 0) == 0);
    CHECK(sut.rerun(changed, {"--closed-loop", "--tolerance", "10"}).exit_code == 0);
    const Finished dead = sut.rerun(sut.with_fault("dies_before"), {"--closed-loop"});
    CHECK(dead.exit_code == 1);
    CHECK(has(dead.err, "exit code 3"));
}

/// Records the first of two programs, and repeats the run with a second one that dies.
Finished rerun_with_a_death(const Reruns& sut, const std::string& on_loss) {
    const std::string program = own("faulty_program");
    const auto other = [&](const std::string& fault) {
        return sut.script("other", program + " 5000 " + fault);
    };
    const std::string file = sut.scratch.write(
        "run.yaml", "ddc: {name: " + sut.table +
                        "}\nduration_s: 0.5\nprograms:\n"
                        "  - {name: first, exec: [faulty_program, \"4000\", none],\n"
                        "     record: good.mcap, timing: {execution_time: constant}}\n"
                        "  - {name: second, reference_id: 0x5000, on_loss: " +
                        on_loss + ", exec: [" + other("none") + "]}\n");
    const Finished recorded = tests::run(sut.scratch, {"ddc-gateway", "run", file});
    INFO(recorded.err);
    REQUIRE(recorded.exit_code == 0);
    CHECK(sut.rerun(program, {"--closed-loop"}).exit_code == 0);
    other("dies_in_mid_run");
    Finished result = sut.rerun(program, {"--closed-loop"});
    CHECK(has(result.out, " columns are equal"));
    CHECK(sut.has_no_process());
    return result;
}

TEST_CASE("a failure of another program of the run is a failure of the repeated run") {
    const Reruns sut;
    const Finished result = rerun_with_a_death(sut, "fail");
    INFO(result.err);
    CHECK(result.exit_code == 1);
    CHECK(has(result.err, "another program of the run failed"));
    CHECK(has(result.err, "second: "));
}

TEST_CASE("a repeated run that lost another program and used fail-safe is a failure") {
    const Reruns sut;
    const Finished result = rerun_with_a_death(sut, "failsafe");
    INFO(result.err);
    CHECK(result.exit_code == 3);
    CHECK(has(result.err, "another program of the run was degraded"));
    CHECK(has(result.err, "second: the vehicle was in fail-safe for 0."));
}

TEST_CASE("a paused run has no gap") {
    const Reruns sut;
    const std::string file = sut.scratch.write(
        "run.yaml", "ddc: {name: " + sut.table + "}\nrecord: good.mcap\nduration_s: 0.5\n" +
                        "program: {exec: [faulty_program, \"4000\", none]}\n");
    Command run(sut.scratch, {"ddc-gateway", "run", file, "--paused"});
    const auto ctl = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"ddc-gateway", "ctl"});
        words.insert(words.end(), {"--ddc", sut.table});
        return tests::run(sut.scratch, std::move(words));
    };
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (ctl({"status"}).out != "paused, at 0 s\n")
        REQUIRE(std::chrono::steady_clock::now() < deadline);
    CHECK(ctl({"step", "3"}).exit_code == 0);
    CHECK(ctl({"resume"}).exit_code == 0);
    CHECK(run.finish().exit_code == 0);
    const Finished result = sut.rerun(own("faulty_program"));
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(has(result.out, " executed 50 cycles"));
}

TEST_CASE("a recording without a repeatable run is rejected with the reason") {
    const Reruns sut;
    const auto refuses = [&](const std::string& reason) {
        const Finished result = sut.rerun(own("faulty_program"));
        INFO(result.err);
        CHECK(result.exit_code == 2);
        CHECK(has(result.err, reason));
    };
    refuses("good.mcap: cannot be read");
    sut.scratch.write("good.mcap", "t_s,x_m\n0,0\n");
    refuses("is not an MCAP file");
    sut.scratch.write("good.mcap", written([](McapWriter&) {}));
    refuses("is not a recording of a run");
    const McapMetadata facts{"run", {{"mode", "measured"}, {"index", "0"}}};
    sut.scratch.write("good.mcap", written([&](McapWriter& writer) { writer.write(facts); }));
    refuses("does not contain the files of its configuration");
    const McapAttachment config{0, 0, "files/run.yaml", "application/yaml", "duration_s: 1\n"};
    sut.scratch.write("good.mcap", written([&](McapWriter& writer) {
                          writer.write(facts);
                          writer.write(config);
                      }));
    refuses("has no inputs of a program");
    sut.scratch.write("good.mcap", written([&](McapWriter& writer) {
                          writer.write(facts);
                          McapAttachment elsewhere = config;
                          elsewhere.name = "files/../../run.yaml";
                          writer.write(elsewhere);
                      }));
    refuses("does not contain the files of its configuration");
}

TEST_CASE("a damaged recording is rejected with the byte") {
    const Reruns sut;
    sut.record_faulty();
    const std::string whole = read_file(sut.recording);
    std::string damaged = whole;
    const std::size_t middle = damaged.find("zstd") + 200;
    damaged[middle] = static_cast<char>(damaged[middle] ^ 1);
    for (const std::string& bytes : {damaged, whole.substr(0, whole.size() / 2)}) {
        sut.scratch.write("good.mcap", bytes);
        const Finished result = sut.rerun(own("faulty_program"));
        INFO(result.err);
        CHECK(result.exit_code == 2);
        CHECK(has(result.err, "good.mcap: byte "));
        CHECK(has(result.err, "ddc-gateway mcap repair"));
    }
}

TEST_CASE("a realtime run and one that lost its program cannot be rerun") {
    const Reruns sut;
    CHECK(sut.run_recorded("autopilot_basic, \"4000\"", "mode: realtime\nduration_s: 0.2\n")
              .exit_code == 0);
    const Finished realtime = sut.rerun(own("autopilot_basic"));
    CHECK(realtime.exit_code == 2);
    CHECK(has(realtime.err, "is of a realtime run"));
    sut.run_recorded("faulty_program, \"4000\", late_once",
                     "  answer_timeout_s: 0.5\n  on_loss: failsafe\nduration_s: 5\n");
    const Finished lost = sut.rerun(own("faulty_program"));
    INFO(lost.err);
    CHECK(lost.exit_code == 2);
    CHECK(has(lost.err, "the program was lost"));
}

}  // namespace rerun_test
