// SPDX-License-Identifier: MIT
#include "command_fixture.hpp"

#include <ddc/inspect.hpp>
#include "raw_table.hpp"

#include <ddc/claim.hpp>

#include <doctest/doctest.h>

#include <sys/stat.h>

namespace manage_test {

using ddc::tests::CommandTable;
using ddc::tests::Result;

Result run(std::vector<std::string> args) {
    static const CommandTable any;
    return any.run(std::move(args));
}

/// An unused table name; a table of that name is removed at the end.
struct ScratchName {
    ~ScratchName() { ::shm_unlink(("/ddc." + name).c_str()); }
    const std::string name = "test." + std::to_string(::getpid()) + ".made";
};

TEST_CASE("create makes a table with the given options") {
    const ScratchName made;
    CHECK(run({"create", made.name, "--capacity", "500", "--mode", "0660"}).code == 0);
    const ddc::Diagnosis diagnosis = ddc::diagnose(made.name);
    CHECK(diagnosis.header.capacity == 500);
    CHECK(diagnosis.mode == 0660);
    const Result again = run({"create", made.name});
    CHECK(again.code == 1);
    CHECK(again.err.find("exists already") != std::string::npos);
}

TEST_CASE("create refuses invalid options") {
    CHECK(run({"create", "no/name"}).code == 2);
    CHECK(run({"create", "x", "--capacity", "0"}).code == 2);
    CHECK(run({"create", "x", "--mode", "0999"}).code == 2);
    CHECK(run({"create", "x", "--mode", "0060"}).code == 2);
    CHECK(run({"create", "x", "--group", "no such group"}).code == 2);
}

TEST_CASE("remove removes an unused table, and one in use only with --yes") {
    const ScratchName made;
    REQUIRE(run({"create", made.name}).code == 0);
    CHECK(run({"remove", made.name}).code == 0);
    CHECK(run({"remove", made.name}).code == 1);

    const CommandTable used;
    CHECK(run({"remove", used.name()}).code == 1);
    CHECK(run({"remove", used.name(), "--yes"}).code == 0);
}

TEST_CASE("with --dry-run clean only shows what it would do") {
    const ScratchName made;
    REQUIRE(run({"create", made.name}).code == 0);
    const auto clean = [&](std::vector<std::string> args) {
        args.insert(args.begin(), {"clean", "--name", made.name, "--format", "json"});
        return run(args).json()[0]["result"];
    };
    CHECK(clean({"--dry-run"}) == "would be removed");
    CHECK(ddc::diagnose(made.name).condition == ddc::Diagnosis::Condition::sound);
    CHECK(clean({}) == "removed");
    CHECK(clean({}) == "gone already");
}

TEST_CASE("clean does not remove a table in use") {
    const CommandTable used;
    const Result result = used.run({"clean", "--format", "json"});
    CHECK(result.code == 0);
    CHECK(result.json()[0]["result"] == "in use");
    CHECK(ddc::diagnose(used.name()).condition == ddc::Diagnosis::Condition::sound);
}

TEST_CASE("info and doctor describe a healthy table") {
    CommandTable sut;
    const auto info = sut.run({"info", "--format", "json"}).json()[0];
    CHECK(info["capacity"] == 0x4400);
    CHECK(info["lock_owner"] == nullptr);
    CHECK(info["mode"] == "0600");
    const Result doctor = sut.run({"doctor"});
    CHECK(doctor.code == 0);
    CHECK(doctor.out.find("none") != std::string::npos);
}

TEST_CASE("doctor names the programs of a table and the reasons for which runs would be refused") {
    CommandTable sut;
    sut.add_basic_program();
    const auto free = sut.run({"doctor", "--format", "json"}).json()[0];
    CHECK(free["programs"].size() == 1);
    CHECK(free["programs"][0].get<std::string>().find("0x4000 ") == 0);
    CHECK(free["programs"][0].get<std::string>().find(", not running") != std::string::npos);
    CHECK(free["refusals"].empty());
    const auto claim = sut.table().claim(0x4000, 0x4010, "test");
    const Result claimed = sut.run({"doctor", "--format", "json"});
    CHECK(claimed.code == 0);
    const auto refusals = claimed.json()[0]["refusals"];
    REQUIRE(refusals.size() == 1);
    CHECK(refusals[0].get<std::string>().find("0x4000..0x4010 are claimed by ") == 0);
}

TEST_CASE("info and doctor fail if the table does not exist") {
    CHECK(run({"info", "test.no.such.table"}).code == 1);
    const Result doctor = run({"doctor", "test.no.such.table"});
    CHECK(doctor.code == 1);
    CHECK(doctor.out.find("ddc create test.no.such.table") != std::string::npos);
}

TEST_CASE("doctor reports a half-written entry and how it is repaired") {
    CommandTable sut;
    const tests::RawTable raw(sut.name());
    raw.cell(0x100).sequence.fetch_or(1);
    const Result sick = sut.run({"doctor", "--format", "json"});
    CHECK(sick.code == 1);
    CHECK(sick.json()[0]["half_written"][0] == "0x0100");
    CHECK(sick.json()[0]["problems"].size() == 1);
    REQUIRE(sut.table().write(0x100, true) == ddc::Status::ok);
    CHECK(sut.run({"doctor"}).code == 0);
}

TEST_CASE("list shows the condition of a table that cannot be opened") {
    CommandTable sut;
    tests::RawTable(sut.name()).header().version = 9;
    CHECK(sut.run({"list", "--format", "json"}).json()[0]["condition"] == "other layout");
    CHECK(sut.run({"dump"}).code == 1);
    CHECK(sut.run({"dump"}).err.find("layout version 9") != std::string::npos);
}

}  // namespace manage_test
