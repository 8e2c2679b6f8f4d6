// SPDX-License-Identifier: MIT
#include "permutation.hpp"

#include "number/random.hpp"

#include <utility>

namespace gateway::campaign {
namespace {

/// Four rounds make a permutation that cannot be distinguished from a random one (Luby and Rackoff,
/// 1988); with few bits more rounds are needed.
constexpr std::uint32_t rounds = 8;
/// The first block of the rounds, separate from all other draws of the stream.
constexpr std::uint32_t first_block = 0x46000000U;

}  // namespace

Permutation::Permutation(std::uint64_t size, std::uint64_t seed, std::uint32_t stream)
    : size_(size), seed_(seed), stream_(stream) {
    while (half_bits_ < 31 && std::uint64_t{1} << 2 * half_bits_ < size) ++half_bits_;
}

std::uint64_t Permutation::encrypt(std::uint64_t value) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = value >> half_bits_, right = value & mask;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        const std::uint64_t mixed = random_bits({seed_, right, stream_, first_block + round});
        left = std::exchange(right, (left ^ mixed) & mask);
    }
    return left << half_bits_ | right;
}

std::uint64_t Permutation::at(std::uint64_t index) const {
    std::uint64_t value = encrypt(index);
    while (value >= size_) value = encrypt(value);
    return value;
}

}  // namespace gateway::campaign
