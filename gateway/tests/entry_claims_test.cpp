// SPDX-License-Identifier: MIT
#include "program/entry_claims.hpp"

#include <doctest/doctest.h>

TEST_CASE("programs of one run may lie side by side, and are told where they overlap") {
    gateway::EntryClaims sut;
    sut.claim("a", 0x4000, 0x4040);
    sut.claim("b", 0x4040, 0x4080);
    CHECK_THROWS_WITH_AS(sut.claim("c", 0x407f, 0x4100),
                         "its entries 0x407f..0x40ff overlap those of 'b', 0x4040..0x407f. Give "
                         "them reference ids that lie farther apart",
                         gateway::ProgramError);
    CHECK_THROWS_AS(sut.claim("d", 0x3000, 0x5000), gateway::ProgramError);
    sut.claim("e", 0x4080, 0x4081);
}
