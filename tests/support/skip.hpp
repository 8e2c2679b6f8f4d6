// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

/// Leaves the test case; CTest then shows it as skipped, with the reason in its log.
#define TEST_SKIPPED(reason)              \
    do {                                  \
        MESSAGE("SKIPPED: " << (reason)); \
        return;                           \
    } while (false)
