// SPDX-License-Identifier: MIT
#include "random.hpp"

#include <Random123/philox.h>

#include <cmath>

namespace gateway {

std::array<std::uint32_t, 4> philox(const std::array<std::uint32_t, 4>& counter,
                                    const std::array<std::uint32_t, 2>& key) {
    const philox4x32_ctr_t in{{counter[0], counter[1], counter[2], counter[3]}};
    const philox4x32_ctr_t out = philox4x32_R(10, in, philox4x32_key_t{{key[0], key[1]}});
    return {out.v[0], out.v[1], out.v[2], out.v[3]};
}

std::uint32_t stream_of(std::string_view name) {
    std::uint32_t hash = 0x811c9dc5U;
    for (const char letter : name) {
        hash ^= static_cast<unsigned char>(letter);
        hash *= 0x01000193U;
    }
    return hash;
}

std::uint64_t random_bits(const Draw& draw) {
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x & 0xffffffffU); };
    const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32U); };
    const auto bits = philox({low(draw.run), high(draw.run), draw.stream, draw.block},
                             {low(draw.seed), high(draw.seed)});
    return std::uint64_t{bits[1]} << 32U | bits[0];
}

double random_unit(const Draw& draw) {
    return std::ldexp(static_cast<double>(random_bits(draw) >> 11U), -53);
}

double random_normal(const Draw& draw) {
    constexpr double two_pi = 6.28318530717958647693;
    Draw second = draw;
    ++second.block;
    const double radius = std::sqrt(-2 * std::log(1 - random_unit(draw)));  // of (0, 1]
    return radius * std::cos(two_pi * random_unit(second));
}

}  // namespace gateway
