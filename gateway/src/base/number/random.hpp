// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gateway {

/// Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3"
/// (SC11): converts a counter to 128 random bits, without a state.
std::array<std::uint32_t, 4> philox(const std::array<std::uint32_t, 4>& counter,
                                    const std::array<std::uint32_t, 2>& key);

/// The id of a stream of random numbers: a hash (FNV-1a, 32 bits) of a name. So the random numbers
/// of a parameter do not depend on other parameters.
std::uint32_t stream_of(std::string_view name);

/// The key of a random number. Two draws with the same key are equal, on every machine and in every
/// order.
struct Draw {
    std::uint64_t seed = 0;  ///< of the campaign or run
    std::uint64_t run = 0;   ///< index of a campaign's run, or another number
    std::uint32_t stream = 0;
    std::uint32_t block = 0;  ///< number of the draw for one run and stream
};

std::uint64_t random_bits(const Draw& draw);
/// A random number in [0, 1), a multiple of 2^-53.
double random_unit(const Draw& draw);
/// A normally distributed random number with mean 0 and standard deviation 1 (Box-Muller). Uses the
/// blocks `draw.block` and `draw.block` + 1.
double random_normal(const Draw& draw);

}  // namespace gateway
