// SPDX-License-Identifier: MIT
// Any user may create any object in /dev/shm: an object that is not a regular file is not a table.
#include "command.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace odd_objects_test {

using namespace tests;

namespace {

/// An object at a table's name that is not a table, removed when the test ends.
struct OddObject {
    ~OddObject() { std::filesystem::remove(path); }
    const std::string table = "test.odd." + std::to_string(::getpid());
    const std::string path = "/dev/shm/ddc." + table;
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

void bind_socket(const std::string& path) {
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    ::close(fd);
}

/// No command hangs on it, uses it or changes it, and each reports its kind.
void check_refused(const OddObject& odd, const ScratchDirectory& scratch, const std::string& kind) {
    const Watchdog watchdog(100);
    const std::string refusal = "is not a table but " + kind;
    const Command::Environment name{{"DDC_NAME", odd.table}};
    const auto config = scratch.write("run.yaml", "program: {exec: [autopilot, ddc, \"4000\"]}\n");
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"ddc", "get", "0"},
                                               {"ddc", "set", "0", "1"},
                                               {"ddc", "create"},
                                               {"ddc", "remove"},
                                               {"ddc", "remove", "--yes"},
                                               {"ddc-gateway", "run", config.string()},
                                               {"autopilot_basic", "4000"},
                                               {"autopilot", "ddc", "4000"}}) {
        CAPTURE(words);
        const Finished finished = run(scratch, words, name);
        CAPTURE(finished.err);
        CHECK(finished.exit_code != 0);
        CHECK(contains(finished.err, refusal));
        CHECK(contains(finished.err, "rm " + odd.path));
    }
    const Finished doctor = run(scratch, {"ddc", "doctor"}, name);
    CHECK(doctor.exit_code == 1);
    CHECK(contains(doctor.out, refusal));
    CHECK(contains(run(scratch, {"ddc", "list"}).out, odd.table));
    CHECK(contains(run(scratch, {"ddc", "clean", "--name", odd.table}).out, "no table"));
    CHECK(run(scratch, {"ddc", "info"}, name).exit_code == 0);
    struct stat info {};
    CHECK(::lstat(odd.path.c_str(), &info) == 0);
    CHECK_FALSE(S_ISREG(info.st_mode));
}

}  // namespace

TEST_CASE("a FIFO at a table's name") {
    const ScratchDirectory scratch;
    const OddObject odd;
    REQUIRE(::mkfifo(odd.path.c_str(), 0666) == 0);
    check_refused(odd, scratch, "a FIFO");
}

TEST_CASE("a symbolic link at a table's name is not followed") {
    const ScratchDirectory scratch;
    const OddObject odd;
    const auto target = scratch.path() / "target";
    std::filesystem::create_symlink(target, odd.path);
    SUBCASE("to a missing file") {
        check_refused(odd, scratch, "a symbolic link");
        CHECK_FALSE(std::filesystem::exists(target));
    }
    SUBCASE("to a file of a user") {
        scratch.write("target", "precious");
        check_refused(odd, scratch, "a symbolic link");
        CHECK(read_file(target) == "precious");
    }
}

TEST_CASE("a directory or a socket at a table's name") {
    const ScratchDirectory scratch;
    const OddObject odd;
    SUBCASE("directory") {
        REQUIRE(::mkdir(odd.path.c_str(), 0755) == 0);
        check_refused(odd, scratch, "a directory");
    }
    SUBCASE("socket") {
        bind_socket(odd.path);
        check_refused(odd, scratch, "a socket");
    }
}

}  // namespace odd_objects_test
