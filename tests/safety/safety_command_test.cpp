// SPDX-License-Identifier: MIT
// `ddc-gateway safety` as a process, with lines through a pipe.
#include "command.hpp"

#include "watchdog.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>

namespace safety_command_test {

using namespace tests;

/// A shell that feeds it `lines`, each ended by a line feed.
Finished safety(const std::string& lines, const std::string& options = {}) {
    const ScratchDirectory scratch;
    const auto input = scratch.write("lines.json", lines);
    const std::string program = binary_directory() / "ddc-gateway";
    return run(scratch, {"/bin/sh", "-c", program + " safety " + options + " < " + input.string()});
}

TEST_CASE("ddc-gateway safety replies to each line, in both modes") {
    const std::string fast = R"({"update":{"odometry":{"velocity_mps":9},"report":{"gear":1}}})";
    const std::string low = R"({"command":{"state":{"gear":4}}})";
    const Finished corrected = safety(fast + "\n\n" + low + "\n");
    CHECK(corrected.exit_code == 0);
    CHECK(corrected.out.find("{\"reports\":[]}\n{\"control\":{") == 0);
    CHECK(corrected.out.find("\"gear\":4,") != std::string::npos);
    const Finished reference = safety(fast + "\n" + low, "--compatibility reference");
    CHECK(reference.exit_code == 0);
    CHECK(reference.out.find("[\"REMOVE_GEAR_COMMAND\"]}\n") != std::string::npos);
}

TEST_CASE(
    "ddc-gateway safety ends at an invalid line with its number, and keeps the earlier replies") {
    const Finished finished = safety("{\"reset\":{}}\n\n{\"dbw\":\"X\"}\n{\"reset\":{}}\n");
    CHECK(finished.exit_code == 2);
    CHECK(finished.out == "{}\n");
    CHECK(finished.err.find("standard input:3: dbw: must be U or u") != std::string::npos);
    const Finished long_line = safety("{}" + std::string(70'000, ' ') + "\n");
    CHECK(long_line.exit_code == 2);
    CHECK(long_line.err.find("standard input:1: is longer than 65535") != std::string::npos);
}

TEST_CASE("ddc-gateway safety reports errors of its configuration") {
    const ScratchDirectory scratch;
    const auto file = scratch.write("safety.yaml", "safety:\n  time_step_ms: 0\n");
    const Finished finished = run(scratch, {"ddc-gateway", "safety", "--config", file.string()});
    CHECK(finished.exit_code == 2);
    CHECK(finished.err.find("safety.yaml:2:17: safety.time_step_ms: must be") != std::string::npos);
}

TEST_CASE("ddc-gateway safety replies to a line before it reads the next one") {
    const Watchdog watchdog;
    std::array<int, 2> in{}, out{};
    REQUIRE(::pipe(in.data()) == 0);
    REQUIRE(::pipe(out.data()) == 0);
    const std::string program = binary_directory() / "ddc-gateway";
    const pid_t pid = ::fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        ::dup2(in[0], STDIN_FILENO);
        ::dup2(out[1], STDOUT_FILENO);
        for (const int descriptor : {in[0], in[1], out[0], out[1]}) ::close(descriptor);
        ::execl(program.c_str(), program.c_str(), "safety", nullptr);
        ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    const std::string line = "{\"reset\":{}}\n";
    for (int i = 0; i < 3; ++i) {
        REQUIRE(::write(in[1], line.data(), line.size()) == static_cast<ssize_t>(line.size()));
        std::array<char, 3> answer{};
        std::size_t read = 0;
        while (read < answer.size()) {
            const ssize_t more = ::read(out[0], answer.data() + read, answer.size() - read);
            REQUIRE(more > 0);
            read += static_cast<std::size_t>(more);
        }
        CHECK(std::string(answer.data(), answer.size()) == "{}\n");
    }
    ::close(in[1]);
    ::close(out[0]);
    int status = 0;
    ::waitpid(pid, &status, 0);
    CHECK(WIFEXITED(status));
}

}  // namespace safety_command_test
