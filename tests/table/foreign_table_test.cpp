// SPDX-License-Identifier: MIT
// Tables that users other than this one and root may write, and users that could lock all others
// out.
#include "second_user.hpp"

#include "child.hpp"
#include "scene.hpp"
#include "skip.hpp"
#include "watchdog.hpp"

#include <ddc/inspect.hpp>
#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <fcntl.h>
#include <grp.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace foreign_table_test {

using namespace tests;

namespace {

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// From here on this process is the second user, in `groups` in addition to its own.
void become_second_user(const std::vector<gid_t>& groups = {}) {
    const bool done = ::setgroups(groups.size(), groups.data()) == 0 &&
                      ::setgid(second_user_id) == 0 && ::setuid(second_user_id) == 0;
    if (!done) ::_exit(90);
}

/// Runs `body` as the second user. @return its result
template <class Body>
int as_other_user(Body body, const std::vector<gid_t>& groups = {}) {
    Child other_user([&] {
        become_second_user(groups);
        return body();
    });
    return other_user.wait();
}

/// A table that the second user has made and every user may write.
void make_foreign_table(const std::string& name) {
    REQUIRE(as_other_user([&] {
                ddc::TableOptions options;
                options.name = name;
                options.mode = 0666;
                ddc::Table table = ddc::Table::create(options);
                return table.write(0x4003, 2.5) == ddc::Status::ok ? 0 : 1;
            }) == 0);
}

/// 0 if the table can be opened, 1 if it is rejected.
int try_open(const std::string& name, const std::string& group) {
    ddc::TableOptions options;
    options.name = name;
    options.group = group;
    try {
        const ddc::Table table = ddc::Table::open(options);
        return 0;
    } catch (const ddc::TableError& error) {
        return error.reason() == ddc::TableError::Reason::access ? 1 : 2;
    }
}

}  // namespace

TEST_CASE("a table created by another user is rejected and left unchanged") {
    if (!no_second_user().empty()) TEST_SKIPPED(no_second_user());
    const Watchdog watchdog;
    const Scene scene;
    make_foreign_table(scene.table);
    const Command::Environment name{{"DDC_NAME", scene.table}};
    const auto config = scene.config("");

    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"ddc-gateway", "run", config.string()},
                                               {"ddc", "set", "0x4003", "7", "--yes"},
                                               {"autopilot_basic", "4000"},
                                               {"autopilot", "ddc", "4000"}}) {
        CAPTURE(words[0]);
        const Finished finished = run(scene.scratch, words, name);
        CAPTURE(finished.err);
        CHECK(finished.exit_code != 0);
        CHECK(contains(finished.err, "belongs to uid 65534 gid 65534 with mode 0666"));
        CHECK(contains(finished.err, "every user may write into it"));
        CHECK(contains(finished.err, "DDC_ALLOW_FOREIGN=1"));
    }
    const Finished get = run(scene.scratch, {"ddc", "get", "0x4003"}, name);
    CHECK(get.exit_code == 0);
    CHECK(contains(get.out, "2.5"));
    CHECK(contains(get.err, "warning: do not trust table"));
    CHECK(
        contains(run(scene.scratch, {"ddc", "doctor"}, name).out, "every user may write into it"));
    CHECK(run(scene.scratch, {"ddc", "dump"}, name).out.find("made by") == std::string::npos);
}

TEST_CASE("an empty object of another user is not waited for as if it were being created") {
    if (!no_second_user().empty()) TEST_SKIPPED(no_second_user());
    const Watchdog watchdog;
    const Scene scene;
    const std::string path = "/dev/shm/ddc." + scene.table;
    SUBCASE("without permission to open it") {
        ::close(::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR, 0600));
        CHECK(as_other_user([&] { return try_open(scene.table, ""); }) == 1);
    }
    SUBCASE("with permission to open it") {
        REQUIRE(as_other_user([&] {
                    return ::close(::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR, 0600));
                }) == 0);
        CHECK(try_open(scene.table, "") == 1);
        const Finished create = run(scene.scratch, {"ddc", "create", scene.table});
        CHECK(create.exit_code == 1);
        CHECK(contains(create.err, "a user other than you and root"));
        CHECK(std::filesystem::file_size(path) == 0);
    }
}

TEST_CASE("another user's table is used if that is requested") {
    if (!no_second_user().empty()) TEST_SKIPPED(no_second_user());
    const Scene scene;
    make_foreign_table(scene.table);
    const Command::Environment allowed{{"DDC_NAME", scene.table}, {"DDC_ALLOW_FOREIGN", "1"}};
    const Finished set = run(scene.scratch, {"ddc", "set", "0x4003", "7.5", "--yes"}, allowed);
    CHECK(set.exit_code == 0);
    CHECK(set.err == "");
    const auto config =
        scene.scratch.write("allowed.yaml", "duration_s: 0.1\nddc: {name: " + scene.table +
                                                ", allow_foreign: true}\n"
                                                "program: {exec: [autopilot, ddc, \"4000\"]}\n");
    const Finished drive = run(scene.scratch, {"ddc-gateway", "run", config.string()});
    CAPTURE(drive.err);
    CHECK(drive.exit_code == 0);
}

TEST_CASE("a table that only its owner or root can write is used, even if others may read it") {
    if (!no_second_user().empty()) TEST_SKIPPED(no_second_user());
    const Scene scene;
    ddc::TableOptions options;
    options.name = scene.table;
    options.mode = 0644;
    const ddc::Table mine = ddc::Table::create(options);
    CHECK(as_other_user([&] {
              ddc::TableOptions reading;
              reading.name = scene.table;
              reading.access = ddc::TableOptions::Access::read_only;
              const ddc::Table table = ddc::Table::open(reading);
              return table.ownership_problem().empty() ? 0 : 1;
          }) == 0);
}

TEST_CASE("a configured group shares a table, another one does not") {
    if (!no_second_user().empty()) TEST_SKIPPED(no_second_user());
    constexpr gid_t group = 54321;
    const std::string named = std::to_string(group);
    const Scene scene;
    const auto made = run(scene.scratch, {"ddc", "create", scene.table, "--group", named});
    REQUIRE(made.exit_code == 0);
    struct stat info {};
    REQUIRE(::stat(("/dev/shm/ddc." + scene.table).c_str(), &info) == 0);
    CHECK((info.st_mode & 07777) == 0660);
    CHECK(info.st_gid == group);

    CHECK(try_open(scene.table, named) == 0);
    CHECK(try_open(scene.table, "") == 1);
    CHECK(try_open(scene.table, "54322") == 1);
    CHECK(as_other_user([&] { return try_open(scene.table, named); }, {group}) == 0);
    CHECK(as_other_user([&] { return try_open(scene.table, ""); }, {group}) == 1);
    CHECK(as_other_user([&] { return try_open(scene.table, named); }) == 1);  // by the system
    CHECK(try_open(scene.table, "no such group") == 2);
}

TEST_CASE("a run and its program share a table with the group of the configuration") {
    if (!no_second_user().empty()) TEST_SKIPPED(no_second_user());
    constexpr gid_t group = 54321;
    const Scene scene;
    REQUIRE(as_other_user(
                [&] {
                    ddc::TableOptions options;
                    options.name = scene.table;
                    options.group = std::to_string(group);
                    const ddc::Table table = ddc::Table::create(options);
                    return 0;
                },
                {group}) == 0);
    const auto config = [&](const std::string& keys) {
        return scene.scratch
            .write("run.yaml", "duration_s: 0.1\nddc: {name: " + scene.table + keys +
                                   "}\nprogram: {exec: [autopilot, ddc, \"4000\"]}\n")
            .string();
    };
    CHECK(run(scene.scratch, {"ddc-gateway", "run", config("")}).exit_code == 1);
    const Finished drive = run(scene.scratch, {"ddc-gateway", "run", config(", group: \"54321\"")});
    CAPTURE(drive.err);
    CHECK(drive.exit_code == 0);
    const Finished unknown =
        run(scene.scratch, {"ddc-gateway", "validate", config(", group: no_such_group")});
    CHECK(unknown.exit_code == 2);
    CHECK(contains(unknown.err, "run.yaml:2:"));
    CHECK(contains(unknown.err, "there is no group 'no_such_group'"));
}

TEST_CASE("a process that may only read a table can hold its file lock, and the error names it") {
    if (!no_second_user().empty()) TEST_SKIPPED(no_second_user());
    const Watchdog watchdog;
    const Scene scene;
    const std::string path = "/dev/shm/ddc." + scene.table;
    {
        ddc::TableOptions options;
        options.name = scene.table;
        options.mode = 0644;
        const ddc::Table table = ddc::Table::create(options);
    }
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    Child other_user([&] {
        become_second_user();
        const int fd = ::open(path.c_str(), O_RDONLY);
        if (::flock(fd, LOCK_EX) != 0 || ::write(ready[1], "x", 1) != 1) return 1;
        for (;;) ::pause();
    });
    char byte = 0;
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    ::close(ready[0]);
    ::close(ready[1]);

    const std::string holder = "file lock is held by pid " + std::to_string(other_user.pid());
    const Command::Environment name{{"DDC_NAME", scene.table}};
    const auto config = scene.config("");
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"ddc", "get", "0"},
                                               {"ddc", "set", "0", "1"},
                                               {"ddc-gateway", "run", config.string()},
                                               {"autopilot_basic", "4000"}}) {
        CAPTURE(words[0]);
        const Finished finished = run(scene.scratch, words, name);
        CAPTURE(finished.err);
        CHECK(finished.exit_code == 1);
        CHECK(contains(finished.err, holder));
        CHECK(contains(finished.err, "of uid 65534"));
    }
    CHECK(contains(run(scene.scratch, {"ddc", "doctor"}, name).out, holder));
    const Finished remove = run(scene.scratch, {"ddc", "remove"}, name);
    CHECK(remove.exit_code == 1);
    CHECK(contains(remove.err, std::to_string(other_user.pid())));
    CHECK(run(scene.scratch, {"ddc", "remove", "--yes"}, name).exit_code == 0);
}

}  // namespace foreign_table_test
