// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace tests {

/// How often this thread has allocated since it began, of a program that links
/// test_count_allocations: that replaces the global operator new, every form of it.
std::size_t allocations();

}  // namespace tests
