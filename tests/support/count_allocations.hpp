// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace tests {

/// How often this thread has allocated since it began, of a program that links
/// test_count_allocations: that replaces the global operator new, every form of it.
std::size_t allocations();

/// As long as it lives there is no memory, for what has so many bytes or more, for any other thread
/// than the one that has made it. There is one at a time, in a program that links
/// test_count_allocations.
class NoMemory {
  public:
    explicit NoMemory(std::size_t from_bytes = 0);
    ~NoMemory();
    NoMemory(const NoMemory&) = delete;
    NoMemory& operator=(const NoMemory&) = delete;

    /// How many allocations have failed.
    static std::uint64_t failures();
};

}  // namespace tests
