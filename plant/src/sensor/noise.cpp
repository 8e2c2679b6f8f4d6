// SPDX-License-Identifier: MIT
#include "sensor/noise.hpp"

#include <cmath>

namespace plant {
namespace {

std::uint64_t rotated(std::uint64_t x, int bits) {
    return (x << bits) | (x >> (64 - bits));
}

}  // namespace

Noise::Noise(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
        seed += 0x9e3779b97f4a7c15u;
        std::uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        word = z ^ (z >> 31);
    }
}

std::uint64_t Noise::next() {
    const std::uint64_t result = rotated(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotated(state_[3], 45);
    return result;
}

double Noise::uniform() {
    return static_cast<double>((next() >> 11) + 1) * 0x1p-53;
}

double Noise::normal() {
    constexpr double two_pi = 6.28318530717958647693;
    const double radius = std::sqrt(-2.0 * std::log(uniform()));
    return radius * std::cos(two_pi * uniform());
}

void Noise::save(SnapshotWriter& out) const {
    for (const std::uint64_t word : state_) out.put(word);
}

void Noise::restore(SnapshotReader& in) {
    for (std::uint64_t& word : state_) in.get(word);
}

}  // namespace plant
