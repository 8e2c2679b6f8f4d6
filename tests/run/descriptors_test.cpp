// SPDX-License-Identifier: MIT
// Descriptors that a program inherits from a run, and a run with very few descriptors.
#include "scene.hpp"

#include "child.hpp"
#include "refused_call.hpp"
#include "skip.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <sstream>

namespace descriptors_test {

using namespace tests;

namespace {

/// Open descriptors of a program of a run beside the standard streams: "3 -> socket:[12]".
std::vector<std::string> inherited(const std::string& list) {
    std::vector<std::string> found;
    std::istringstream lines(list);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t arrow = line.find(" -> ");
        if (arrow == std::string::npos) continue;
        const std::size_t space = line.rfind(' ', arrow - 1);
        const int number = std::stoi(line.substr(space + 1, arrow - space - 1));
        if (number > STDERR_FILENO) found.push_back(line.substr(space + 1));
    }
    return found;
}

/// Inheritable sockets in all processes of the test, as from a careless shell.
struct InheritableSockets {
    InheritableSockets() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0); }
    ~InheritableSockets() {
        for (const int end : ends) ::close(end);
    }
    InheritableSockets(const InheritableSockets&) = delete;
    InheritableSockets& operator=(const InheritableSockets&) = delete;
    int ends[2];
};

std::filesystem::path executable(const ScratchDirectory& scratch, const std::string& name,
                                 const std::string& lines) {
    auto file = scratch.write(name, "#!/bin/sh\n" + lines);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
}

std::filesystem::path config_of(const Scene& scene, const std::filesystem::path& program) {
    return scene.scratch.write("run.yaml", "ddc: {name: " + scene.table + "}\nprogram: {exec: [\"" +
                                               program.string() + "\"]}\n");
}

}  // namespace

TEST_CASE("a program inherits no socket, neither the data port nor inherited ones") {
    const Scene scene;
    const InheritableSockets inherited_sockets;
    const auto list = scene.scratch.path() / "descriptors";
    const auto program =
        executable(scene.scratch, "list.sh", "exec ls -l /proc/self/fd >" + list.string() + "\n");
    const Finished finished =
        run(scene.scratch, {"ddc-gateway", "run", config_of(scene, program), "--data-port", "0"});
    INFO("standard error: " << finished.err);
    CHECK(finished.exit_code == 1);  // it has not run as a program does
    const std::string all = read_file(list);
    INFO("descriptors: " << all);
    const auto found = inherited(all);
    REQUIRE(found.size() == 1);  // the folder that is listed
    CHECK(found[0].find("/proc/") != std::string::npos);
}

TEST_CASE("neither a program nor its guardian keeps a socket if close_range is denied") {
    const Watchdog watchdog;
    const Scene scene;
    const InheritableSockets inherited_sockets;
    const auto list = scene.scratch.path() / "descriptors";
    const auto of_guardian = scene.scratch.path() / "of_guardian";
    const auto program =
        executable(scene.scratch, "list.sh",
                   "ls -l /proc/self/fd >" + list.string() +
                       "\nuntil [ \"$(readlink /proc/$PPID/fd/1)\" = /dev/null ]; do :; done\n"
                       "exec ls -l /proc/$PPID/fd >" +
                       of_guardian.string() + "\n");
    const auto config = config_of(scene, program);
    constexpr int cannot_refuse = 2;
    Child child([&] {
        if (!refuse_call(SYS_close_range, EPERM)) return cannot_refuse;
        return run(scene.scratch, {"ddc-gateway", "run", config}).exit_code == 1 ? 0 : 1;
    });
    const int code = child.wait();
    if (code == cannot_refuse) TEST_SKIPPED("no system call can be refused here");
    CHECK(code == 0);
    const std::string all = read_file(list), guardian = read_file(of_guardian);
    INFO("descriptors: " << all << "of the guardian: " << guardian);
    CHECK(inherited(all).size() == 1);  // the folder that is listed
    CHECK(inherited(guardian).size() ==
          2);  // its connection to the gateway, and the deaths of processes
}

TEST_CASE("gnuplot inherits no socket") {
    const ScratchDirectory scratch;
    const InheritableSockets inherited_sockets;
    const auto list = scratch.path() / "descriptors";
    executable(scratch, "gnuplot", "exec ls -l /proc/self/fd >" + list.string() + "\n");
    const Finished finished =
        run(scratch,
            {"ddc-gateway", "replay", PROJECT_DIRECTORY "/plant/data/scenario/braking.yaml",
             "--plot", (scratch.path() / "braking.png").string()},
            {{"PATH", scratch.path().string() + ":/usr/bin:/bin"}});
    CHECK(finished.exit_code == 1);  // it has not drawn
    const std::string all = read_file(list);
    INFO("descriptors: " << all << finished.err);
    CHECK(inherited(all).size() == 1);  // the folder that is listed
}

TEST_CASE("a run without free descriptors ends immediately with the reason") {
    const Scene scene;
    const std::string config = scene.config("none"), gateway = binary_directory() / "ddc-gateway";
    int successes = 0;
    for (const char* port : {"", " --data-port 0"})
        for (const int most : {5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 64}) {
            CAPTURE(most);
            CAPTURE(port);
            const std::string script = "exec 3<&- 4<&- 5<&- 6<&-; ulimit -n " +
                                       std::to_string(most) + "; exec " + gateway + " run " +
                                       config + port;
            Command sut(scene.scratch, {"sh", "-c", script});
            const Finished finished = sut.finish(std::chrono::seconds(20));
            INFO("standard error: " << finished.err);
            if (finished.exit_code == 0) {
                ++successes;
                continue;
            }
            CHECK((finished.exit_code == 1 || finished.exit_code == 2));
            CHECK(finished.err.find("Too many open files") != std::string::npos);
        }
    CHECK(successes >= 2);
}

}  // namespace descriptors_test
