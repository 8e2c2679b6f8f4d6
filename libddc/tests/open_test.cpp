// SPDX-License-Identifier: MIT
#include "scratch_table.hpp"

#include <ddc/table.hpp>
#include "child.hpp"
#include "raw_table.hpp"
#include "skip.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace open_test {

using ddc::Status;
using ddc::Table;
using ddc::TableError;
using ddc::TableOptions;
using ddc::tests::ScratchTable;
using Reason = TableError::Reason;

/// Message of the error with which opening a table fails, "" if it does not.
std::string failure_of_opening(const TableOptions& options) {
    try {
        const Table table = Table::open(options);
        return "";
    } catch (const TableError& error) {
        CHECK(error.reason() == Reason::other_layout);
        return error.what();
    }
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_CASE("a table of another layout version is refused with both versions named") {
    ScratchTable scratch;
    tests::RawTable raw(scratch.options().name);
    raw.header().version = 7;
    const std::string message = failure_of_opening(scratch.options());
    CHECK(contains(message, "layout version 7"));
    CHECK(contains(message, "supports version " + std::to_string(ddc::layout::version)));
}

TEST_CASE("a table of another word size is refused with both sizes named") {
    ScratchTable scratch;
    tests::RawTable raw(scratch.options().name);
    raw.header().word_bits = 32;
    const std::string message = failure_of_opening(scratch.options());
    CHECK(contains(message, "32-bit"));
    CHECK(contains(message, "64-bit"));
}

TEST_CASE("a table whose size, capacity or cells do not fit its header is refused") {
    ScratchTable scratch(1024);
    tests::RawTable raw(scratch.options().name);
    SUBCASE("capacity") {
        raw.header().capacity = 2048;
    }
    SUBCASE("no capacity") {
        raw.header().capacity = 0;
    }
    SUBCASE("cell size") {
        raw.header().cell_size = 24;
    }
    SUBCASE("total size") {
        raw.header().total_size += 8;
    }
    SUBCASE("magic") {
        raw.header().magic = 1;
    }
    SUBCASE("semaphore") {
        reinterpret_cast<int*>(&raw.lock().semaphore)[2] ^= 1;
    }
    SUBCASE("cut short") {
        const std::string path = "/dev/shm/ddc." + scratch.options().name;
        REQUIRE(::truncate(path.c_str(), 8192) == 0);
    }
    CHECK(failure_of_opening(scratch.options()) != "");
}

TEST_CASE("permission denied names uid, gid and mode") {
    if (::geteuid() != 0) TEST_SKIPPED("only root can become another user");
    tests::Watchdog watchdog;
    ScratchTable scratch;
    tests::Child stranger([&] {
        if (::setgid(65534) != 0 || ::setuid(65534) != 0) return 2;
        try {
            const Table table = Table::open(scratch.options());
        } catch (const TableError& error) {
            const std::string message = error.what();
            const bool is_named = contains(message, "uid 65534 gid 65534") &&
                                  contains(message, "belongs to uid 0 gid 0 with mode 0600");
            return error.reason() == Reason::access && is_named ? 0 : 3;
        }
        return 1;
    });
    CHECK(stranger.wait() == 0);
}

TEST_CASE("mode and group are as requested, with any umask") {
    const mode_t mask = ::umask(0077);
    TableOptions options;
    options.name = "test.mode." + std::to_string(::getpid());
    options.capacity = 16;
    options.mode = 0660;
    options.group = std::to_string(::getegid());
    const Table table = Table::create(options);
    ::umask(mask);
    struct stat info {};
    const std::string path = "/dev/shm/ddc." + options.name;
    REQUIRE(::stat(path.c_str(), &info) == 0);
    ::unlink(path.c_str());
    CHECK((info.st_mode & 07777) == 0660);
    CHECK(info.st_gid == ::getegid());
}

TEST_CASE("a process that opens a table gets its capacity, not the one in its options") {
    ScratchTable scratch(512);
    TableOptions options = scratch.options();
    options.capacity = 65536;
    Table sut = Table::open_or_create(options);
    CHECK(sut.capacity() == 512);
    CHECK(sut.write(511, 1.0) == Status::ok);
    CHECK(sut.write(512, 1.0) == Status::out_of_range);
}

TEST_CASE("invalid options are refused before anything is created") {
    TableOptions options;
    options.name = "test.invalid." + std::to_string(::getpid());
    SUBCASE("no capacity") {
        options.capacity = 0;
    }
    SUBCASE("too much capacity") {
        options.capacity = ddc::max_capacity + 1;
    }
    SUBCASE("its owner could not write") {
        options.mode = 0400;
    }
    SUBCASE("set-uid") {
        options.mode = 04600;
    }
    SUBCASE("creating read-only") {
        options.access = TableOptions::Access::read_only;
    }
    CHECK_THROWS_AS(Table::open_or_create(options), TableError);
    CHECK(::access(("/dev/shm/ddc." + options.name).c_str(), F_OK) != 0);
}

TEST_CASE("a table that does not fit into memory leaves no object") {
    tests::Watchdog watchdog;
    TableOptions options;
    options.name = "test.too_large." + std::to_string(::getpid());
    tests::Child creator([&] {
        const rlimit limit{1 << 20, 1 << 20};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        std::signal(SIGXFSZ, SIG_IGN);
        try {
            const Table table = Table::create(options);
        } catch (const TableError& error) {
            return error.reason() == Reason::system ? 0 : 2;
        }
        return 1;
    });
    CHECK(creator.wait() == 0);
    CHECK(::access(("/dev/shm/ddc." + options.name).c_str(), F_OK) != 0);
}

}  // namespace open_test
