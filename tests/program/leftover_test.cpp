// SPDX-License-Identifier: MIT
// A leftover program at the reference id where a run starts its program.
#include "scene.hpp"

#include "watchdog.hpp"

#include <ddc/inspect.hpp>
#include <ddc/interface/layout.hpp>
#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <unistd.h>

#include <csignal>
#include <optional>

namespace leftover_test {

using tests::await;
using tests::Command;
using tests::Finished;
using tests::Scene;

constexpr ddc::Id reference_id = 0x4000;

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

struct Leftover : Scene {
    explicit Leftover(const std::string& id = "4000")
        : program(scratch, {"autopilot", "ddc", id}, {{"DDC_NAME", table}}) {
        const auto is_attached = [&] {
            try {
                return !ddc::attached_processes(table).empty();
            } catch (const ddc::TableError&) {
                return false;
            }
        };
        await(is_attached);
        const ddc::Table opened = open();
        const auto last = static_cast<ddc::Id>(std::stoi(id, nullptr, 16)) +
                          ddc::interface::header::slot_table_start;
        const auto has_begun = [&] {
            std::int32_t start = 0;
            return opened.read(last, start) == ddc::Status::ok;
        };
        await(has_begun);
    }
    ddc::Table open() const {
        ddc::TableOptions options;
        options.name = table;
        return ddc::Table::open(options);
    }
    /// Stops the process while it does not hold the table's lock.
    void stop() const { stop(program.pid()); }
    void stop(pid_t pid) const {
        const auto is_inside = [&] {
            const auto owner = ddc::diagnose(table).lock.owner;
            return owner && owner->pid == pid;
        };
        do {
            ::kill(pid, SIGCONT);
            ::kill(pid, SIGSTOP);
            await([&] { return state_of(pid) == ddc::ProcessState::stopped; });
        } while (is_inside());
    }
    ddc::ProcessState state_of(pid_t pid) const {
        for (const ddc::Process& process : ddc::attached_processes(table))
            if (process.pid == pid) return process.state;
        return ddc::ProcessState::unknown;
    }
    std::string config(const std::string& keys) const {
        return scratch.write("run.yaml", keys + "ddc: {name: " + table + "}\n");
    }
    std::vector<std::string> run_of(double duration_s, const std::string& program_keys = "",
                                    const std::string& keys = "") const {
        return {"ddc-gateway", "run",
                config(keys + "duration_s: " + std::to_string(duration_s) +
                       "\nprogram: {exec: [autopilot, ddc, \"4000\"]" + program_keys + "}\n")};
    }

    tests::Watchdog watchdog;
    Command program;
};

/// The process that a run reports to have started.
pid_t program_of(const Command& run) {
    run.wait_for_stderr("started the program, pid ");
    const std::string text = run.standard_error();
    return std::stoi(text.substr(text.find("started the program, pid ") + 25));
}

/// A run whose program answers, beside a stopped one, at the pace of the wall clock.
struct RunBesideStopped : Leftover {
    explicit RunBesideStopped(const std::string& program_keys = "", const std::string& keys = "") {
        stop();
        auto command = run_of(1e5, program_keys, keys);
        if (keys.empty()) command.insert(command.end(), {"--pace", "1"});
        run.emplace(scratch, command);
        own = program_of(*run);
        const ddc::Table opened = open();
        const ddc::Id answer = reference_id + ddc::interface::header::run_cycle_switch;
        const ddc::Id time = reference_id + ddc::interface::header::execution_time;
        const ddc::Id written = keys.empty() ? time : time - 1;  // delta_sec in realtime mode
        const std::uint64_t before = opened.sequence(written);
        await([&] { return opened.sequence(written) > before + 40; });
        const auto has_answered = [&] {
            bool is_asked = true;
            return opened.read(answer, is_asked) == ddc::Status::ok && !is_asked;
        };
        await(has_answered);  // the next cycle is requested in 10 ms
    }
    /// The run's end, which must report the second answer and the process.
    void check_end(const std::string& reason) {
        const Finished end = run->finish();
        CAPTURE(end.err);
        CHECK(end.exit_code == 1);
        CHECK(contains(end.err, reason));
        CHECK(contains(end.err, "another program answers at reference id 0x4000"));
        CHECK(contains(end.err, "It is pid " + std::to_string(program.pid()) + " (autopilot"));
    }

    /// A user's write.
    void run_ddc(std::vector<std::string> words) const {
        words.insert(words.begin(), {"ddc", "--name", table});
        words.emplace_back("--yes");
        const Finished end = tests::run(scratch, words);
        CAPTURE(end.err);
        CHECK(end.exit_code == 0);
    }
    bool is_given_up() const { return contains(run->standard_error(), "another program answers"); }
    /// Waits until an entry was written that often, with the table open.
    void await_writes(ddc::Id entry, std::uint64_t count) const {
        const ddc::Table opened = open();
        const std::uint64_t before = opened.sequence(entry);
        await([&] { return opened.sequence(entry) >= before + 2 * count || is_given_up(); });
    }
    /// Continues its program, which was stopped.
    void check_continues(ddc::Id answer) {
        ::kill(own, SIGCONT);
        await_writes(answer, 10);
        run->signal(SIGTERM);
        const Finished end = run->finish();
        CAPTURE(end.err);
        CHECK(end.exit_code != 1);
        CHECK_FALSE(contains(end.err, "another program answers"));
    }

    std::optional<Command> run;
    pid_t own = 0;
};

/// Entries of autopilot: set_steering, followed by set_gas and set_braking.
ddc::Id first_output_in(const ddc::Table& table) {
    constexpr ddc::Id port = 6;
    std::int32_t slots = 0, slot = 0;
    REQUIRE(table.read(reference_id + ddc::interface::header::slot_table_start, slots) ==
            ddc::Status::ok);
    REQUIRE(table.read(reference_id + slots + port, slot) == ddc::Status::ok);
    return reference_id + slot;
}

/// All outputs of autopilot, written every 20 ms.
std::string recording_of(ddc::Id first_output) {
    std::string text = "time_s,id,type,value\n";
    for (int i = 0; i < 25; ++i)
        for (ddc::Id id = first_output; id < first_output + 3; ++id)
            text += std::to_string(0.02 * i) + "," + std::to_string(id) + ",double," +
                    std::to_string(0.001 * i) + "\n";
    return text;
}

TEST_CASE("a run does not start its program where a leftover program answers") {
    Leftover leftover;
    const std::string pid = std::to_string(leftover.program.pid());
    for (const bool is_repeatable : {false, true}) {
        auto command = leftover.run_of(30);
        if (is_repeatable) command.emplace_back("--repeatable");
        const Finished refused = tests::run(leftover.scratch, command);
        CAPTURE(refused.err);
        CHECK(refused.exit_code == 1);
        CHECK(contains(refused.err, "another program answers at reference id 0x4000"));
        CHECK(contains(refused.err, "It is pid " + pid + " (autopilot): end it with 'kill " + pid));
        CHECK_FALSE(contains(refused.err, "started the program"));
    }
    leftover.program.signal(SIGTERM);
    CHECK(leftover.program.finish().exit_code == 0);
    const Finished next = tests::run(leftover.scratch, leftover.run_of(1));
    CAPTURE(next.err);
    CHECK(next.exit_code == 0);
}

TEST_CASE("it is rejected in realtime mode, too") {
    const Leftover leftover;
    const Finished refused =
        tests::run(leftover.scratch, leftover.run_of(1, "", "mode: realtime\n"));
    CAPTURE(refused.err);
    CHECK(refused.exit_code == 1);
    CHECK(contains(refused.err, "another program answers at reference id 0x4000"));
}

TEST_CASE("a program of this project with another reference id is rejected") {
    const Scene scene;
    const Finished result = tests::run(
        scene.scratch, {"ddc-gateway", "validate",
                        scene.scratch.write("run.yaml",
                                            "program: {reference_id: 0x5000, exec: [autopilot, "
                                            "ddc, \"4000\"]}\n")});
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, "program.exec: '4000' is another reference id"));
}

TEST_CASE("a program at another reference id disturbs no run") {
    const Leftover leftover("5000");
    const Finished result = tests::run(leftover.scratch, leftover.run_of(1));
    CAPTURE(result.err);
    CHECK(result.exit_code == 0);
}

TEST_CASE("among several programs only those in place of which another one answers are rejected") {
    const Leftover leftover("5000");
    const Finished result = tests::run(
        leftover.scratch,
        {"ddc-gateway", "run",
         leftover.config("duration_s: 1\nprograms:\n"
                         "  - {name: first, exec: [autopilot, ddc, \"4000\"]}\n"
                         "  - {name: second, reference_id: 0x5000, exec: [autopilot, ddc, "
                         "\"5000\"]}\n")});
    CAPTURE(result.err);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.err, "second: another program answers at reference id 0x5000"));
    CHECK_FALSE(contains(result.err, "0x4000 of table"));
}

TEST_CASE("a program without room in the table does not prevent the rejection of another") {
    const Leftover leftover;
    const Finished result = tests::run(
        leftover.scratch,
        {"ddc-gateway", "run",
         leftover.config("duration_s: 1\nprograms:\n"
                         "  - {name: first, reference_id: 0xfffc, exec: [autopilot, ddc, fffc]}\n"
                         "  - {name: second, exec: [autopilot, ddc, \"4000\"]}\n")});
    CAPTURE(result.err);
    CHECK(result.exit_code == 1);
    CHECK(contains(result.err, "second: another program answers at reference id 0x4000"));
    CHECK(contains(result.err, "reference id 0xfffc does not fit"));
}

TEST_CASE("a waiting program and a waiting run find each other, and the program drives") {
    const Leftover waiting;
    const Finished result =
        tests::run(waiting.scratch, {"ddc-gateway", "run", waiting.config("duration_s: 1\n")});
    CAPTURE(result.err);
    CHECK(result.exit_code == 0);
}

TEST_CASE("a run warns of a stopped process") {
    const Leftover leftover;
    leftover.stop();
    const std::string pid = std::to_string(leftover.program.pid());
    const Finished result = tests::run(leftover.scratch, leftover.run_of(1));
    CAPTURE(result.err);
    CHECK(result.exit_code == 0);
    CHECK(contains(result.err, "warning: a stopped process has table"));
    CHECK(contains(result.err, "end it with 'kill " + pid + "; kill -CONT " + pid + "'"));
}

TEST_CASE("a second answer to a cycle ends the run") {
    RunBesideStopped scene;
    ddc::Table opened = scene.open();
    namespace header = ddc::interface::header;
    CHECK(opened.write(reference_id + header::execution_time, 1e-5) == ddc::Status::ok);
    CHECK(opened.write(reference_id + header::run_cycle_switch, false) == ddc::Status::ok);
    const Finished end = scene.run->finish();
    CAPTURE(end.err);
    CHECK(end.exit_code == 1);
    CHECK(contains(end.err, "a cycle was answered twice"));
    CHECK(contains(end.err, "pid " + std::to_string(::getpid()) + " ("));
    CHECK(contains(end.err, "pid " + std::to_string(scene.program.pid()) + " (autopilot)"));
}

TEST_CASE("a second answer ends the run while its program is stopped") {
    SUBCASE("measured") {
        RunBesideStopped scene;
        scene.stop(scene.own);
        scene.program.signal(SIGCONT);
        scene.check_end("the program (pid " + std::to_string(scene.own) +
                        ") is stopped, but answers still arrive");
    }
    SUBCASE("realtime") {
        RunBesideStopped scene("", "mode: realtime\n");
        scene.stop(scene.own);
        scene.program.signal(SIGCONT);
        scene.check_end("the program (pid " + std::to_string(scene.own) +
                        ") is stopped, but answers still arrive");
    }
}

TEST_CASE("values that a user writes into the table of a stopped program are not an answer") {
    namespace header = ddc::interface::header;
    SUBCASE("measured: the switch") {
        RunBesideStopped scene(", answer_timeout_s: none");
        scene.stop(scene.own);
        const ddc::Table opened = scene.open();
        const auto is_asked = [&] {
            bool value = false;
            return opened.read(reference_id + header::run_cycle_switch, value) == ddc::Status::ok &&
                   value;
        };
        for (int i = 0; i < 5; ++i) {
            await([&] { return is_asked() || scene.is_given_up(); });
            scene.run_ddc({"set", "0x4000/run_cycle_switch", "false"});
        }
        scene.check_continues(reference_id + header::execution_time);
    }
    SUBCASE("realtime: one output, while another process has the table open") {
        RunBesideStopped scene("", "mode: realtime\n");
        scene.stop(scene.own);
        const ddc::Table opened = scene.open();
        for (int i = 0; i < 5; ++i) {
            scene.run_ddc({"set", "0x4000/set_steering", std::to_string(0.01 * i)});
            scene.await_writes(reference_id + header::delta_sec, 3);
        }
        scene.check_continues(first_output_in(opened));
    }
    SUBCASE("realtime: all outputs, while no other process has the table open") {
        RunBesideStopped scene("", "mode: realtime\n");
        scene.stop(scene.own);
        const ddc::Id output = first_output_in(scene.open());
        scene.run_ddc({"play", scene.scratch.write("played.csv", recording_of(output))});
        scene.check_continues(output);
    }
}

TEST_CASE("a second answer ends the run after its program has ended") {
    SUBCASE("measured") {
        RunBesideStopped scene(", on_loss: wait");
        ::kill(scene.own, SIGKILL);
        scene.program.signal(SIGCONT);
        scene.check_end("was ended by signal 9 (Killed), but answers still arrive");
    }
    SUBCASE("realtime") {
        RunBesideStopped scene("", "mode: realtime\n");
        ::kill(scene.own, SIGKILL);
        scene.run->wait_for_stderr("was ended by signal 9");
        scene.program.signal(SIGCONT);
        scene.check_end("was ended by signal 9 (Killed), but answers still arrive");
    }
}

}  // namespace leftover_test
