// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway::campaign {

/// A pseudo-random permutation of 0 to size - 1 that computes each element independently: a Feistel
/// network over the next even number of bits, repeated until the result is less than the size
/// (Black and Rogaway, "Ciphers with arbitrary finite domains", 2002).
class Permutation {
  public:
    /// @param size from 1 to 2^62
    Permutation(std::uint64_t size, std::uint64_t seed, std::uint32_t stream);

    /// @pre index < size
    std::uint64_t at(std::uint64_t index) const;

  private:
    std::uint64_t encrypt(std::uint64_t value) const;

    std::uint64_t size_, seed_;
    std::uint32_t stream_;
    unsigned half_bits_ = 1;
};

}  // namespace gateway::campaign
