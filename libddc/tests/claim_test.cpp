// SPDX-License-Identifier: MIT
#include "scratch_table.hpp"

#include <ddc/claim.hpp>
#include <ddc/inspect.hpp>
#include "child.hpp"
#include "process.hpp"
#include "raw_table.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace claim_test {

using ddc::Claim;
using ddc::Table;
using ddc::TableError;
using ddc::tests::ScratchTable;
using tests::Child;
using tests::RawTable;

/// Message of the error with which claiming fails, "" if it does not; the claim ends at once.
std::string failure_of_claiming(Table& table, ddc::Id first, ddc::Id last) {
    try {
        const Claim claim = table.claim(first, last, "x");
        return "";
    } catch (const TableError& error) {
        return error.what();
    }
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

ddc::layout::Claim& slot(const RawTable& raw, std::size_t index) {
    auto* at = raw.bytes() + ddc::layout::claims_offset + index * sizeof(ddc::layout::Claim);
    return *reinterpret_cast<ddc::layout::Claim*>(at);
}

/// A process that claims entries, then calls `body`.
template <class Body>
Child claimer(const ScratchTable& scratch, ddc::Id first, ddc::Id last, Body body) {
    return Child([&scratch, first, last, body] {
        Table table = Table::open(scratch.options());
        const Claim claim = table.claim(first, last, "of a child");
        return body();
    });
}

std::vector<ddc::Diagnosis::Claimed> claims_in(const ScratchTable& scratch) {
    return ddc::diagnose(scratch.options().name).claims;
}

TEST_CASE("adjacent claims are allowed, and a claim that overlaps another names its holder") {
    ScratchTable scratch;
    Table& sut = scratch.table();
    const Claim a = sut.claim(100, 109, "a");
    const Claim b = sut.claim(110, 119, "b");
    CHECK(failure_of_claiming(sut, 109, 109) ==
          "entries 0x6d..0x6d of table '" + sut.name() +
              "' are in use: this process holds 0x64..0x6d for 'a'. End that, or take entries "
              "farther away (another reference id) or another table (DDC_NAME)");
    CHECK(contains(failure_of_claiming(sut, 0, 1000), "in use"));
    CHECK(failure_of_claiming(sut, 90, 99) == "");
    CHECK(failure_of_claiming(sut, 120, 120) == "");
}

TEST_CASE("a claim is extended over free entries, and is unchanged where they are claimed") {
    ScratchTable scratch;
    Table& sut = scratch.table();
    Claim a = sut.claim(100, 109, "a");
    const Claim b = sut.claim(120, 129, "b");
    a.extend(119);
    CHECK(contains(failure_of_claiming(sut, 115, 115), "'a'"));
    CHECK_THROWS_AS(a.extend(120), TableError);
    CHECK(claims_in(scratch).at(0).last == 119);
    CHECK_THROWS_AS(a.extend(2000), TableError);
}

TEST_CASE("a claim ends with its object, and moves with it") {
    ScratchTable scratch;
    Table& sut = scratch.table();
    Claim kept;
    {
        Claim first = sut.claim(1, 2, "first");
        kept = std::move(first);
        const Claim second = sut.claim(3, 4, "second");
    }
    CHECK(failure_of_claiming(sut, 3, 4) == "");
    CHECK(contains(failure_of_claiming(sut, 1, 2), "'first'"));
    kept = Claim();
    CHECK(failure_of_claiming(sut, 1, 2) == "");
}

TEST_CASE("entries outside the table, and a table opened for reading, are refused") {
    ScratchTable scratch(100);
    CHECK(contains(failure_of_claiming(scratch.table(), -1, 2), "has no entries"));
    CHECK(contains(failure_of_claiming(scratch.table(), 3, 2), "has no entries"));
    CHECK(contains(failure_of_claiming(scratch.table(), 3, 100), "has no entries"));
    auto options = scratch.options();
    options.access = ddc::TableOptions::Access::read_only;
    Table reader = Table::open(options);
    CHECK(contains(failure_of_claiming(reader, 1, 2), "opened for reading only"));
}

TEST_CASE("another process's claim is reported with its pid, and is free after its death") {
    const tests::Watchdog watchdog;
    ScratchTable scratch;
    Child holder = claimer(scratch, 100, 109, [] { return ::pause(); });
    tests::await([&] { return !claims_in(scratch).empty(); });
    const std::string message = failure_of_claiming(scratch.table(), 105, 200);
    CHECK(contains(message, "pid " + std::to_string(holder.pid()) + " ("));
    CHECK(contains(message, "holds 0x64..0x6d for 'of a child'"));

    holder.signal(SIGSTOP);
    holder.await_stop();
    CHECK(contains(failure_of_claiming(scratch.table(), 105, 200), "stopped"));

    holder.kill();
    holder.await_death();  // a zombie
    CHECK(failure_of_claiming(scratch.table(), 105, 200) == "");
}

TEST_CASE("an owner in another pid namespace is never treated as dead") {
    ScratchTable scratch;
    Child holder = claimer(scratch, 100, 109, [] { return ::raise(SIGKILL); });
    CHECK(holder.wait() == -SIGKILL);
    const RawTable raw(scratch.options().name);
    raw.header().pid_namespace += 1;  // so that this process is in another one
    Table sut = Table::open(scratch.options());
    CHECK(contains(failure_of_claiming(sut, 100, 100), "pid namespace"));
}

TEST_CASE("a forked child neither holds nor ends its parent's claim") {
    ScratchTable scratch;
    Claim claim = scratch.table().claim(100, 109, "parent's");
    Child child([&] {
        const Claim mine = std::move(claim);
        return 0;
    });
    CHECK(child.wait() == 0);
    CHECK(contains(failure_of_claiming(scratch.table(), 100, 109), "parent's"));
}

TEST_CASE("an error reports that all claims are held; those of dead processes are reused") {
    ScratchTable scratch;
    Table& sut = scratch.table();
    Child dead = claimer(scratch, 900, 900, [] { return ::raise(SIGKILL); });
    CHECK(dead.wait() == -SIGKILL);
    std::vector<Claim> all;
    all.reserve(ddc::layout::claim_count);
    for (ddc::Id id = 0; id < static_cast<ddc::Id>(ddc::layout::claim_count); ++id)
        all.push_back(sut.claim(id, id, "one of many"));
    CHECK(contains(failure_of_claiming(sut, 500, 500), "all of its 48 claims are held"));
    all.pop_back();
    CHECK(failure_of_claiming(sut, 500, 500) == "");
}

TEST_CASE("a table of an older library, with zeros there, has no claims and can get some") {
    ScratchTable scratch;
    const RawTable raw(scratch.options().name);
    const char* first = raw.bytes() + ddc::layout::lock_offset + sizeof(ddc::layout::Lock);
    const char* end = raw.bytes() + ddc::layout::cells_offset;
    CHECK(std::all_of(first, end, [](char byte) { return byte == 0; }));
    CHECK(raw.header().version == 1);
    CHECK(claims_in(scratch).empty());
    CHECK(failure_of_claiming(scratch.table(), 1, 2) == "");
}

TEST_CASE("invalid claims in the memory do not block others") {
    ScratchTable scratch(100);
    const RawTable raw(scratch.options().name);
    for (std::size_t i = 0; i < ddc::layout::claim_count; ++i) {
        slot(raw, i).owner = ddc::process::self() + i;
        slot(raw, i).range = ~std::uint64_t{0} - i;
        for (auto& word : slot(raw, i).label) word = ~std::uint64_t{0};
    }
    CHECK(failure_of_claiming(scratch.table(), 0, 99) == "");
    slot(raw, 3).owner = ddc::process::self();
    slot(raw, 3).range = 5;
    CHECK(contains(failure_of_claiming(scratch.table(), 0, 99), "'????"));
}

TEST_CASE("of many processes that claim the same entries one succeeds") {
    const tests::Watchdog watchdog;
    ScratchTable scratch;
    std::vector<Child> children;
    children.reserve(8);
    for (int i = 0; i < 8; ++i)
        children.emplace_back([&, i] {
            Table table = Table::open(scratch.options());
            int had = 0;
            for (int round = 0; round < 300; ++round) {
                try {
                    const Claim claim = table.claim(100 + i, 120 + i, "x");
                    std::int32_t inside = 0;
                    static_cast<void>(table.read(5, inside));
                    if (inside != 0) return 101;
                    static_cast<void>(table.write(5, std::int32_t{1}));
                    static_cast<void>(table.write(5, std::int32_t{0}));
                    had = 1;
                } catch (const TableError& error) {
                    if (error.reason() != TableError::Reason::claimed) return 102;
                }
            }
            return had;
        });
    int had = 0;
    for (Child& child : children) {
        const int result = child.wait();
        CHECK(result <= 1);
        had += result;
    }
    CHECK(had > 0);
    CHECK(claims_in(scratch).empty());
}

}  // namespace claim_test
