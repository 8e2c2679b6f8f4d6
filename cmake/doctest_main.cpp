// SPDX-License-Identifier: MIT
// Both: the header itself may come precompiled, which has decided by then.
#define DOCTEST_CONFIG_IMPLEMENT
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
