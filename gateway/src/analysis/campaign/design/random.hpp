// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gateway::campaign {

/// Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3"
/// (SC11): a counter in, 128 random bits out, no state between.
std::array<std::uint32_t, 4> philox(const std::array<std::uint32_t, 4>& counter,
                                    const std::array<std::uint32_t, 2>& key);

/// What a stream of random numbers is told apart by: a hash (FNV-1a, 32 bits) of a name. So what is
/// drawn for one parameter does not depend on which others there are.
std::uint32_t stream_of(std::string_view name);

/// The place of a draw. Two draws from one place are equal, on every machine and in every order.
struct Draw {
    std::uint64_t seed = 0;  ///< of the campaign
    std::uint64_t run = 0;   ///< its index, or what takes its place
    std::uint32_t stream = 0;
    std::uint32_t block = 0;  ///< of several draws for one run and stream
};

std::uint64_t random_bits(const Draw& draw);
/// From [0, 1), a multiple of 2^-53.
double random_unit(const Draw& draw);

}  // namespace gateway::campaign
