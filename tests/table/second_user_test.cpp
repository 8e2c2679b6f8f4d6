// SPDX-License-Identifier: MIT
#include "second_user.hpp"

#include "command.hpp"
#include "skip.hpp"

#include <doctest/doctest.h>

namespace second_user_test {

using namespace tests;

TEST_CASE("the second user of these tests differs from the current one") {
    if (!no_second_user().empty()) TEST_SKIPPED(no_second_user());
    const ScratchDirectory scratch;
    const Finished user = run(scratch, as_second_user({"/usr/bin/id", "-u"}));
    CHECK(user.out == std::to_string(second_user_id) + "\n");
}

}  // namespace second_user_test
