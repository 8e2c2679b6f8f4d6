// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace tests {

/// The number of allocations of this thread since its start, in a program that links
/// test_count_allocations: that replaces every form of the global operator new.
std::size_t allocations();

/// During its life all allocations of at least that many bytes fail, except for those of the thread
/// that created it. One exists at a time, in a program that links test_count_allocations.
class NoMemory {
  public:
    explicit NoMemory(std::size_t from_bytes = 0);
    ~NoMemory();
    NoMemory(const NoMemory&) = delete;
    NoMemory& operator=(const NoMemory&) = delete;

    /// The number of failed allocations.
    static std::uint64_t failures();
};

}  // namespace tests
