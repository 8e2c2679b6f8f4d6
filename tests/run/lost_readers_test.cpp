// SPDX-License-Identifier: MIT
// The reader of a run's output closes, or never reads.
#include "redirected.hpp"

#include "../vds1/plant_process.hpp"
#include "child.hpp"
#include "pipe.hpp"
#include "scene.hpp"
#include "watchdog.hpp"

#include <gateway/base/run_streams.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <utility>

namespace lost_readers_test {

using namespace tests;

namespace {

/// A run with a trace and a summary that could be lost.
struct Run {
    Scene scene;
    std::filesystem::path directory = scene.scratch.path();
    std::filesystem::path config = scene.config("none", "", "trace: trace.csv\n");

    std::vector<std::string> command(const std::vector<std::string>& more) const {
        std::vector<std::string> words{"ddc-gateway", "run", config, "--summary",
                                       directory / "summary.json"};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }
    /// Waits until it drives: the trace has its first line.
    void await_drive() const {
        await([&] { return !read_file(directory / "trace.csv.part").empty(); });
    }
    std::string exit_reason() const {
        return nlohmann::json::parse(read_file(directory / "summary.json"))["exit_reason"];
    }
    /// Everything is as required at the end.
    void check_order() const {
        CHECK(std::filesystem::file_size(directory / "trace.csv") > 0);
        CHECK_FALSE(std::filesystem::exists(directory / "trace.csv.part"));
        CHECK_FALSE(std::filesystem::exists(directory / "summary.json.part"));
        CHECK(scene.is_clean());
    }
};

class Terminal {
  public:
    Terminal() {
        master_ = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        REQUIRE(::grantpt(master_) == 0);
        REQUIRE(::unlockpt(master_) == 0);
        name_ = ::ptsname(master_);
        slave_ = ::open(name_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    }
    ~Terminal() { close(); }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;
    const std::string& name() const { return name_; }

    /// Like Ctrl-S.
    void stop() const { REQUIRE(::tcflow(slave_, TCOOFF) == 0); }
    /// Like closing its window.
    void close() {
        for (int* end : {&slave_, &master_})
            if (*end >= 0) ::close(std::exchange(*end, -1));
    }

  private:
    int master_ = -1, slave_ = -1;
    std::string name_;
};

/// Both commands, without any byte of them read.
void check_ends_on_sigterm(const std::string& place) {
    const auto redirections = ">" + place + " 2>&1";
    const Run run;
    Command gateway(run.scene.scratch,
                    redirected(run.command({"--pace", "1", "--duration", "1000"}), redirections));
    run.await_drive();
    gateway.signal(SIGTERM);
    CHECK(gateway.finish(std::chrono::seconds(20)).exit_code == 3);  // its results are lost
    CHECK(run.exit_reason() == "interrupted");
    run.check_order();

    Command plant(run.scene.scratch,
                  redirected({"vdsim_realtime", "--bind", own_address()}, redirections));
    await_handler(plant.pid(), SIGTERM);
    plant.signal(SIGTERM);
    CHECK(plant.finish(std::chrono::seconds(20)).exit_code == 3);
}

}  // namespace

TEST_CASE("a log reader that closes does not end a run") {
    const Run run;
    const auto line = shell_line(run.command({}), "2>&1 >/dev/null");
    const Finished shell = tests::run(
        run.scene.scratch,
        {"/bin/sh", "-c",
         "{ " + line + "; echo $? >" + (run.directory / "code").string() + "; } | head -1"});
    CHECK(shell.out.find("ddc-gateway: ") == 0);
    CHECK(read_file(run.directory / "code") == "0\n");
    CHECK(run.exit_reason() == "duration");
    CHECK(Trace(run.directory / "trace.csv").rows() == 50);
    run.check_order();
}

TEST_CASE("results that are not read are a loss with an exit code") {
    const Run run;
    Pipe pipe;
    Command sut(run.scene.scratch,
                redirected(run.command({"--pace", "1", "--duration", "3"}), ">" + pipe.name()));
    run.await_drive();
    pipe.close_reader();
    // The test still holds the write end, which does not prevent a write from failing.
    const Finished finished = sut.finish();
    CHECK(finished.exit_code == 3);
    CHECK(finished.err.find("standard output could not be written in full") != std::string::npos);
    CHECK(run.exit_reason() == "duration");
    run.check_order();
}

TEST_CASE("vdsim_realtime continues when the reader of its log closes") {
    const ScratchDirectory scratch;
    const auto code = scratch.path() / "code", results = scratch.path() / "results";
    const auto line = shell_line({"vdsim_realtime", "--bind", own_address(), "--duration", "1.5"},
                                 "2>&1 >" + results.string());
    const Finished shell = tests::run(
        scratch, {"/bin/sh", "-c", "{ " + line + "; echo $? >" + code.string() + "; } | head -1"});
    CHECK(shell.out.find("CMD at") != std::string::npos);
    CHECK(read_file(code) == "0\n");
    CHECK(nlohmann::json::parse(read_file(results))["sim_time_s"] == doctest::Approx(1.5));
}

TEST_CASE("SIGTERM ends a run in order when its output is a full pipe without a reader") {
    const Watchdog watchdog(100);
    Pipe pipe;
    pipe.fill();
    check_ends_on_sigterm(pipe.name());
}

TEST_CASE("SIGTERM ends a run in order when its output is a stopped terminal") {
    const Watchdog watchdog(100);
    const Terminal terminal;
    terminal.stop();
    check_ends_on_sigterm(terminal.name());
}

TEST_CASE("results for a stopped terminal are waited for, with a limit") {
    const Watchdog watchdog(100);
    const Terminal terminal;
    terminal.stop();
    const Run run;
    Command sut(run.scene.scratch, redirected(run.command({}), ">" + terminal.name() + " 2>&1"));
    CHECK(sut.finish(std::chrono::seconds(60)).exit_code == 3);
    CHECK(run.exit_reason() == "duration");
    run.check_order();
}

TEST_CASE("a closed terminal ends a run in order") {
    const Watchdog watchdog;
    const Run run;
    Terminal terminal;
    // setsid makes it the terminal of the run's session, which the kernel informs of its end.
    const std::string line = shell_line(run.command({"--pace", "1", "--duration", "1000"}),
                                        "<" + terminal.name() + " >" + terminal.name() + " 2>&1");
    Command sut(run.scene.scratch, {"/bin/sh", "-c", "exec setsid --ctty " + line});
    run.await_drive();
    terminal.close();
    CHECK(sut.finish(std::chrono::seconds(20)).exit_code == 3);  // its results are not read
    CHECK(run.exit_reason() == "interrupted");
    run.check_order();

    Command plant(run.scene.scratch, {"vdsim_realtime", "--bind", own_address()});
    await_handler(plant.pid(), SIGHUP);
    plant.signal(SIGHUP);
    const Finished finished = plant.finish(std::chrono::seconds(20));
    CHECK(finished.exit_code == 0);
    CHECK(nlohmann::json::parse(finished.out).contains("ticks"));
}

TEST_CASE("nohup keeps a run from ending with its terminal") {
    const Watchdog watchdog;
    const Run run;
    std::vector<std::string> words = run.command({"--pace", "1", "--duration", "2"});
    words[0] = (binary_directory() / words[0]).string();
    words.insert(words.begin(), "nohup");
    Command sut(run.scene.scratch, words);
    run.await_drive();
    sut.signal(SIGHUP);
    CHECK(sut.finish().exit_code == 0);
    CHECK(run.exit_reason() == "duration");
}

TEST_CASE("a started program gets the signal actions of the gateway's start") {
    const Watchdog watchdog;
    const Scene scene;
    const auto config = scene.scratch.write(
        "run.yaml", "ddc: {name: " + scene.table +
                        "}\nprogram: {exec: [faulty_program, \"4000\", never_runs]}\n");
    const auto check = [&](const std::string& before, bool is_ignored) {
        CAPTURE(before);
        Command sut(
            scene.scratch,
            {"/bin/sh", "-c", before + "exec " + shell_line({"ddc-gateway", "run", config}, "")});
        const std::string report = "started the program, pid ";
        sut.wait_for_stderr(report);
        sut.wait_for_stderr("waiting for");
        const std::string text = sut.standard_error();
        const pid_t program = std::stoi(text.substr(text.find(report) + report.size()));
        CHECK(ignores(sut.pid(), SIGPIPE));
        CHECK(ignores(sut.pid(), SIGHUP) == is_ignored);
        for (const int signal : {SIGPIPE, SIGHUP, SIGXFSZ}) {
            CAPTURE(signal);
            CHECK(ignores(program, signal) == is_ignored);
        }
        sut.signal(SIGTERM);
        sut.finish();
    };
    check("", false);
    check("trap '' PIPE HUP XFSZ; ", true);
}

TEST_CASE("lines of a log that is not read are dropped and counted") {
    const Watchdog watchdog;
    Pipe log, ready;
    Child sut([&] {
        ::dup2(log.write_end(), STDERR_FILENO);
        const gateway::RunControl control;
        gateway::RunStreams streams(control);
        for (int i = 0; i < 100'000; ++i) streams.err() << "line " << i << '\n';
        static_cast<void>(!::write(ready.write_end(), "x", 1));
        return 0;
    });
    await([&] { return ready.read_all() == "x"; });
    std::string text;
    await([&] {
        text += log.read_all();
        return text.find("lines before this one were dropped") != std::string::npos;
    });
    CHECK(sut.wait() == 0);
    CHECK(text.find("line 50000\n") == std::string::npos);
    CHECK(text.find("line 99999\n") != std::string::npos);
}

}  // namespace lost_readers_test
