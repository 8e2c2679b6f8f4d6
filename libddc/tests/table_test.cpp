// SPDX-License-Identifier: MIT
#include "scratch_table.hpp"

#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <unistd.h>

#include <thread>

namespace table_test {

using ddc::Status;
using ddc::Table;
using ddc::tests::ScratchTable;

TEST_CASE("a value of each type is read as it was written") {
    ScratchTable scratch;
    Table& sut = scratch.table();
    bool flag = false;
    std::int32_t number = 0;
    double real = 0;
    std::string text;

    CHECK(sut.write(1, true) == Status::ok);
    CHECK(sut.write(2, std::int32_t{-7}) == Status::ok);
    CHECK(sut.write(3, -0.1) == Status::ok);
    CHECK(sut.write(4, std::string(199, 'x')) == Status::ok);

    CHECK(sut.read(1, flag) == Status::ok);
    CHECK(sut.read(2, number) == Status::ok);
    CHECK(sut.read(3, real) == Status::ok);
    CHECK(sut.read(4, text) == Status::ok);
    CHECK(flag);
    CHECK(number == -7);
    CHECK(real == -0.1);
    CHECK(text == std::string(199, 'x'));
}

TEST_CASE("a read that fails leaves the variable unchanged") {
    ScratchTable scratch;
    Table& sut = scratch.table();
    double value = 1.5;

    CHECK(sut.read(5, value) == Status::no_data);
    REQUIRE(sut.write(5, std::int32_t{3}) == Status::ok);
    CHECK(sut.read(5, value) == Status::wrong_type);
    CHECK(sut.read(-1, value) == Status::out_of_range);
    CHECK(sut.read(sut.capacity(), value) == Status::out_of_range);
    CHECK(value == 1.5);
}

TEST_CASE("a write changes the type of an entry, and no data empties it") {
    ScratchTable scratch;
    Table& sut = scratch.table();
    std::int32_t number = 0;

    REQUIRE(sut.write(5, std::string("text")) == Status::ok);
    REQUIRE(sut.write(5, std::int32_t{3}) == Status::ok);
    CHECK(sut.read(5, number) == Status::ok);
    REQUIRE(sut.write_no_data(5) == Status::ok);
    CHECK(sut.read(5, number) == Status::no_data);
    CHECK(number == 3);
}

TEST_CASE("a string of more than 199 bytes is refused and the entry keeps its value") {
    ScratchTable scratch;
    Table& sut = scratch.table();
    std::string text;

    REQUIRE(sut.write(5, std::string("kept")) == Status::ok);
    CHECK(sut.write(5, std::string(200, 'x')) == Status::too_long);
    CHECK(sut.read(5, text) == Status::ok);
    CHECK(text == "kept");
}

TEST_CASE("a group reads the values that a group wrote, and marks an entry it could not read") {
    ScratchTable scratch;
    Table& sut = scratch.table();
    ddc::Group group;
    const auto a = group.add(10, ddc::Type::real64);
    const auto b = group.add(12, ddc::Type::string);
    const auto c = group.add(11, ddc::Type::int32);
    group.set(a, 2.5);
    group.set(b, std::string("two"));
    group.set(c, std::int32_t{-2});
    REQUIRE(sut.write(group) == Status::ok);
    group.set(a, 0.0);
    group.set(b, std::string());
    group.set(c, std::int32_t{0});

    CHECK(sut.read(group) == Status::ok);
    CHECK(group.real64(a) == 2.5);
    CHECK(group.text(b) == "two");
    CHECK(group.int32(c) == -2);

    REQUIRE(sut.write(11, true) == Status::ok);
    CHECK(sut.read(group) == Status::wrong_type);
    CHECK(group.item(c).status == Status::wrong_type);
    CHECK(group.int32(c) == -2);
}

TEST_CASE("a read-only table reads what others write and cannot be written") {
    ScratchTable scratch;
    auto options = scratch.options();
    options.access = ddc::TableOptions::Access::read_only;
    Table sut = Table::open(options);
    double value = 0;

    REQUIRE(scratch.table().write(7, 7.5) == Status::ok);
    CHECK(sut.read(7, value) == Status::ok);
    CHECK(value == 7.5);
    CHECK(sut.write(7, 8.5) == Status::read_only);
}

TEST_CASE("a wait ends with the write of the expected value and not before") {
    ScratchTable scratch;
    Table& sut = scratch.table();
    REQUIRE(sut.write(3, std::int32_t{0}) == Status::ok);
    std::thread writer([&] {
        for (std::int32_t i = 1; i <= 1000; ++i) static_cast<void>(sut.write(3, i));
    });
    std::int32_t seen = 0;
    const Status status = sut.wait_until<std::int32_t>(
        3,
        [&](std::int32_t value) {
            seen = value;
            return value == 1000;
        },
        ddc::Clock::now() + std::chrono::seconds(20));
    writer.join();

    CHECK(status == Status::ok);
    CHECK(seen == 1000);
}

TEST_CASE("a wait for a value that is never written ends at its deadline") {
    ScratchTable scratch;
    const auto before = ddc::Clock::now();
    const auto deadline = before + std::chrono::milliseconds(30);
    const Status status = scratch.table().wait_until<bool>(
        1, [](bool value) { return value; }, deadline);

    CHECK(status == Status::timed_out);
    CHECK(ddc::Clock::now() >= deadline);
}

TEST_CASE("creating an existing table and opening a missing one are different errors") {
    ScratchTable scratch;
    CHECK_THROWS_WITH_AS(Table::create(scratch.options()), doctest::Contains("exists already"),
                         ddc::TableError);
    auto options = scratch.options();
    options.name += ".other";
    CHECK_THROWS_WITH_AS(Table::open(options), doctest::Contains("does not exist"),
                         ddc::TableError);
    options.name = "no/slash";
    CHECK_THROWS_WITH_AS(Table::open(options), doctest::Contains("is not a valid table name"),
                         ddc::TableError);
}

TEST_CASE("deadlines and time-outs may be arbitrarily far away") {
    ScratchTable scratch;
    auto options = scratch.options();
    options.lock_timeout = std::chrono::milliseconds::max();
    options.open_timeout = std::chrono::milliseconds::max();
    options.spin = std::chrono::microseconds::max();
    Table sut = Table::open(options);
    REQUIRE(sut.write(1, true) == Status::ok);
    const ddc::Watch never_seen{1, 0};

    CHECK(sut.wait_for_change(&never_seen, 1, ddc::Deadline::max()) == Status::ok);
    const ddc::Watch seen{1, sut.sequence(1)};
    CHECK(sut.wait_for_change(&seen, 1, ddc::Deadline::min()) == Status::timed_out);
}

}  // namespace table_test
