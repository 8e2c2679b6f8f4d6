// SPDX-License-Identifier: MIT
#include "faults.hpp"

#include "child.hpp"
#include "raw_table.hpp"
#include "scratch_table.hpp"
#include "watchdog.hpp"

#include <ddc/claim.hpp>

#include <doctest/doctest.h>

namespace claim_test {

using tests::Child;
namespace faults = tests::faults;

TEST_CASE("a process killed while claiming releases the lock and its entries") {
    const tests::Watchdog watchdog;
    for (const char* point : {"lock.taken", "claim.filled", "lock.before_release"}) {
        CAPTURE(point);
        ddc::tests::ScratchTable scratch(256);
        ddc::Table& sut = scratch.table();
        REQUIRE(sut.write(0, 1.5) == ddc::Status::ok);
        Child victim([&] {
            faults::arm(point, 1, faults::kill_myself);
            const ddc::Claim claim = sut.claim(100, 109, "victim's");
            return 0;
        });
        CHECK(victim.wait() == -SIGKILL);

        const ddc::Claim claim = sut.claim(100, 109, "mine");
        CHECK(sut.take_overs() == 1);
        CHECK(tests::RawTable(scratch.options().name).lock().owner == 0);
        double value = 0;
        CHECK(sut.read(0, value) == ddc::Status::ok);
        CHECK(value == 1.5);
        CHECK_THROWS_AS(sut.claim(105, 120, "yours"), ddc::TableError);
    }
}

}  // namespace claim_test
