// SPDX-License-Identifier: MIT
#include "scratch_table.hpp"

#include <ddc/inspect.hpp>
#include <ddc/table.hpp>
#include "child.hpp"
#include "process.hpp"
#include "raw_table.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

namespace inspect_test {

using ddc::diagnose;
using ddc::Diagnosis;
using ddc::Removal;
using ddc::tests::ScratchTable;
using tests::Child;
using tests::RawTable;
using Condition = Diagnosis::Condition;

/// The owner word of a process that has ended.
ddc::process::Identity dead_owner() {
    Child child([] { return 0; });
    const auto pid = static_cast<ddc::process::Identity>(child.pid());
    child.wait();
    return pid << 32 | 1;
}

bool mentions(const Diagnosis& diagnosis, const std::string& what) {
    return std::any_of(
        diagnosis.problems.begin(), diagnosis.problems.end(),
        [&](const std::string& problem) { return problem.find(what) != std::string::npos; });
}

/// An object with a table's name and any content.
class FakeTable {
  public:
    explicit FakeTable(const std::string& content) {
        const int fd = ::shm_open(("/ddc." + name).c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
        REQUIRE(fd >= 0);
        REQUIRE(::write(fd, content.data(), content.size()) ==
                static_cast<ssize_t>(content.size()));
        ::close(fd);
    }
    ~FakeTable() { ::shm_unlink(("/ddc." + name).c_str()); }
    FakeTable(const FakeTable&) = delete;
    FakeTable& operator=(const FakeTable&) = delete;

    const std::string name = "test." + std::to_string(::getpid()) + ".fake";
};

TEST_CASE("a table is found by its name") {
    const ScratchTable scratch;
    const auto names = ddc::table_names();
    CHECK(std::count(names.begin(), names.end(), scratch.options().name) == 1);
}

TEST_CASE("a used and healthy table has no problems") {
    ScratchTable scratch(100);
    REQUIRE(scratch.table().write(3, true) == ddc::Status::ok);
    REQUIRE(scratch.table().write(4, 1.5) == ddc::Status::ok);

    const Diagnosis sut = diagnose(scratch.options().name);

    CHECK(sut.condition == Condition::sound);
    CHECK(sut.problems.empty());
    CHECK(sut.header.capacity == 100);
    CHECK(sut.header.creator_pid == ::getpid());
    CHECK_FALSE(sut.lock.owner);
    CHECK(sut.entries.of_type[0] == 98);
    CHECK(sut.entries.of_type[1] == 1);
    CHECK(sut.entries.of_type[3] == 1);
    CHECK(sut.mode == 0600);
}

TEST_CASE("a table that does not exist is absent") {
    const Diagnosis sut = diagnose("test.no.such.table");
    CHECK(sut.condition == Condition::absent);
    CHECK(mentions(sut, "ddc create test.no.such.table"));
    CHECK_THROWS_AS(ddc::attached_processes("test.no.such.table"), ddc::TableError);
    CHECK_THROWS_AS(ddc::remove_table("test.no.such.table", Removal::always), ddc::TableError);
    CHECK_THROWS_AS(diagnose("no/name"), ddc::TableError);
}

TEST_CASE("an empty object is half-created, and the next process that creates it completes it") {
    const FakeTable fake("");
    CHECK(diagnose(fake.name).condition == Condition::half_created);
    CHECK(mentions(diagnose(fake.name), "ddc create"));

    ddc::TableOptions options;
    options.name = fake.name;
    options.capacity = 10;
    const auto table = ddc::Table::create(options);

    CHECK(diagnose(fake.name).condition == Condition::sound);
}

TEST_CASE("another layout version is named with both versions") {
    const ScratchTable scratch;
    RawTable(scratch.options().name).header().version = 7;
    const Diagnosis sut = diagnose(scratch.options().name);
    CHECK(sut.condition == Condition::other_layout);
    CHECK(mentions(sut, "has layout version 7, this program supports version 1"));
}

TEST_CASE("a truncated table is reported, not read") {
    const ScratchTable scratch;
    const int fd = ::shm_open(("/ddc." + scratch.options().name).c_str(), O_RDWR, 0);
    REQUIRE(::ftruncate(fd, 5000) == 0);
    ::close(fd);
    const Diagnosis sut = diagnose(scratch.options().name);
    CHECK(sut.condition == Condition::other_layout);
    CHECK(mentions(sut, "has 5000 bytes"));
}

TEST_CASE("a dead owner and its half-written entries are reported until the next write") {
    ScratchTable scratch;
    RawTable raw(scratch.options().name);
    REQUIRE(scratch.table().write(5, 1.0) == ddc::Status::ok);
    raw.lock().owner.store(dead_owner());
    raw.lock().intent.store(std::uint64_t{5} << 32 | 5);
    raw.cell(5).sequence.fetch_or(1);

    const Diagnosis sick = diagnose(scratch.options().name);
    CHECK(sick.lock.owner->state == ddc::ProcessState::dead);
    CHECK(sick.entries.half_written == std::vector<ddc::Id>{5});
    CHECK(mentions(sick, "which is dead"));
    CHECK(mentions(sick, "entry 0x0005 is half-written"));

    REQUIRE(scratch.table().write(9, true) == ddc::Status::ok);

    const Diagnosis healed = diagnose(scratch.options().name);
    CHECK(healed.problems.empty());
    CHECK(healed.lock.take_overs == 1);
    CHECK(healed.lock.repaired_entries == 1);
}

TEST_CASE("an entry that a live process is writing is not a problem") {
    ScratchTable scratch;
    RawTable raw(scratch.options().name);
    raw.lock().owner.store(ddc::process::self());
    raw.cell(5).sequence.fetch_or(1);
    const Diagnosis sut = diagnose(scratch.options().name);
    CHECK(sut.problems.empty());
    CHECK(sut.lock.owner->pid == ::getpid());
}

TEST_CASE("damaged cells and a damaged semaphore are reported") {
    ScratchTable scratch;
    RawTable raw(scratch.options().name);
    REQUIRE(scratch.table().write(6, std::string("text")) == ddc::Status::ok);
    raw.cell(6).bits.store(5000);
    raw.cell(7).type.store(77);
    ::sem_init(&raw.lock().semaphore, 1, 1'000'000);
    const Diagnosis sut = diagnose(scratch.options().name);
    CHECK(sut.entries.bad_length == std::vector<ddc::Id>{6});
    CHECK(sut.entries.unknown_type == std::vector<ddc::Id>{7});
    CHECK(mentions(sut, "semaphore is damaged"));
}

TEST_CASE("a table with random bytes is diagnosed without a crash") {
    std::mt19937 random(1);  // the same bytes every time
    for (int round = 0; round < 200; ++round) {
        ScratchTable scratch(64);
        RawTable raw(scratch.options().name);
        const std::size_t first = round % 2 == 0 ? 0 : 64;  // with and without a damaged header
        for (int i = 0; i < 400; ++i)
            raw.bytes()[first + random() % (raw.size() - first)] = static_cast<char>(random());
        const Diagnosis sut = diagnose(scratch.options().name);
        CHECK(sut.condition != Condition::absent);
    }
    CHECK(diagnose(FakeTable(std::string(63, 'x')).name).condition == Condition::half_created);
    CHECK(diagnose(FakeTable(std::string(9000, 'x')).name).condition == Condition::other_layout);
}

TEST_CASE("a process that has the table open is attached, and the table is in use") {
    const std::string name = "test." + std::to_string(::getpid()) + ".attached";
    int to_parent[2];
    REQUIRE(::pipe(to_parent) == 0);
    Child child([&] {
        ddc::TableOptions options;
        options.name = name;
        const auto table = ddc::Table::open_or_create(options);
        if (::write(to_parent[1], "x", 1) != 1) return 1;
        for (;;) ::pause();
    });
    char byte = 0;
    REQUIRE(::read(to_parent[0], &byte, 1) == 1);

    const auto attached = ddc::attached_processes(name);
    REQUIRE(attached.size() == 1);
    CHECK(attached[0].pid == child.pid());
    CHECK(attached[0].state == ddc::ProcessState::alive);
    CHECK(ddc::is_in_use(name));
    CHECK_FALSE(ddc::remove_table(name, Removal::if_unused));

    child.kill();
    child.wait();
    CHECK(ddc::attached_processes(name).empty());
    CHECK_FALSE(ddc::is_in_use(name));
    CHECK(ddc::remove_table(name, Removal::if_unused));
    CHECK(diagnose(name).condition == Condition::absent);
    ::close(to_parent[0]);
    ::close(to_parent[1]);
}

}  // namespace inspect_test
