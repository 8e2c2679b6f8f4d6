// SPDX-License-Identifier: MIT
#include "ground/road_profile.hpp"

#include "sensor/noise.hpp"

#include <cmath>

namespace plant {
namespace {

constexpr double two_pi = 6.28318530717958647693;
constexpr double lowest_per_m = 0.011;
constexpr double highest_per_m = 2.83;
constexpr int wave_count = 96;

/// Displacement density at 0.1 cycles/m in m3: geometric mean of the class, four times the one
/// before. Source: ISO 8608, table C.1.
double density_at_reference(RoadClass road_class) {
    return 16e-6 * std::pow(4.0, static_cast<double>(road_class) - 1.0);
}

}  // namespace

RoadProfile::RoadProfile(RoadClass road_class, std::uint64_t seed) {
    if (road_class == RoadClass::none) return;
    Noise noise(seed);
    const double ratio = std::pow(highest_per_m / lowest_per_m, 1.0 / wave_count);
    double low = lowest_per_m;
    waves_.resize(wave_count / 4);
    for (int i = 0; i < wave_count; ++i) {
        // Each wave carries the whole variance of its band, at a random place in it.
        Waves& four = waves_[static_cast<std::size_t>(i / 4)];
        const double high = low * ratio;
        four.angular_per_m[i % 4] = two_pi * low * std::pow(ratio, noise.uniform());
        const double variance = density_at_reference(road_class) * 0.01 * (1.0 / low - 1.0 / high);
        for (int profile = 0; profile < 2; ++profile) {
            const double phase = two_pi * noise.uniform();
            four.sin_part[profile][i % 4] = std::sqrt(2.0 * variance) * std::cos(phase);
            four.cos_part[profile][i % 4] = std::sqrt(2.0 * variance) * std::sin(phase);
        }
        low = high;
    }
}

double RoadProfile::height(double along_m, double across_m) const {
    constexpr double quarter_turn_m = 1.5;
    Lanes heights[2] = {};
    for (const Waves& four : waves_) {
        const SinCos<Lanes> wave = sin_cos(four.angular_per_m * along_m);
        for (int i = 0; i < 2; ++i) {
            heights[i] += four.sin_part[i] * wave.sin + four.cos_part[i] * wave.cos;
        }
    }
    const double turn = 0.25 * two_pi * across_m / quarter_turn_m;
    return std::cos(turn) * sum(heights[0]) + std::sin(turn) * sum(heights[1]);
}

}  // namespace plant
