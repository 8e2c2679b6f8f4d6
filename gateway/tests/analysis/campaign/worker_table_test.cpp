// SPDX-License-Identifier: MIT
#include "campaign/worker/worker_table.hpp"

#include <ddc/inspect.hpp>

#include <unistd.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace worker_table_test {

using gateway::campaign::WorkerTable;

namespace {

ddc::TableOptions own_options() {
    ddc::TableOptions options;
    options.name = "worker_table_test." + std::to_string(::getpid());
    return options;
}

bool is_there(const std::string& name) {
    const auto names = ddc::table_names();
    return std::find(names.begin(), names.end(), name) != names.end();
}

int entries_in(const ddc::Table& table) {
    int count = 0;
    for (ddc::Id id = 0; id < table.capacity(); ++id)
        count += table.entry(id).type != ddc::Type::no_data ? 1 : 0;
    return count;
}

}  // namespace

TEST_CASE("A run does not see earlier runs in the table of its worker") {
    WorkerTable sut(own_options());
    ddc::Table run = ddc::Table::open(own_options());
    for (int i = 0; i < 3; ++i) {
        sut.empty();
        REQUIRE(entries_in(run) == 0);
        REQUIRE(run.write(0, 1.5) == ddc::Status::ok);
        REQUIRE(run.write(0x4000 + i, true) == ddc::Status::ok);
        REQUIRE(run.write(run.capacity() - 1, std::string("text")) == ddc::Status::ok);
        REQUIRE(entries_in(run) == 3);
    }
}

TEST_CASE("Entries that are emptied last are emptied after all others and every time") {
    WorkerTable sut(own_options());
    ddc::Table run = ddc::Table::open(own_options());
    const std::vector<ddc::Id> last{0x4000};
    for (int i = 0; i < 2; ++i) {
        REQUIRE(run.write(0x4000, true) == ddc::Status::ok);
        REQUIRE(run.write(0x4001, true) == ddc::Status::ok);
        const auto before = run.sequence(0x4000);
        sut.empty(last);
        CHECK(entries_in(run) == 0);
        CHECK(run.sequence(0x4000) > before);
    }
    const auto before = run.sequence(0x4000);
    sut.empty(last);
    CHECK(run.sequence(0x4000) > before);
}

TEST_CASE("A table is kept for the next run and removed with its worker") {
    {
        WorkerTable sut(own_options());
        sut.empty();
        { const gateway::OwnTable run(own_options()); }
        CHECK(is_there(own_options().name));
        CHECK_NOTHROW(sut.empty());
    }
    CHECK_FALSE(is_there(own_options().name));
}

}  // namespace worker_table_test
