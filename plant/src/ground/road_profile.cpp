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
constexpr double coherence_decay = 3.0;               ///< k in exp(-k n t)
constexpr double golden_ratio = 0.61803398874989485;  ///< neighbours are never alike

/// Displacement density at 0.1 cycles/m in m3: geometric mean of the class, four times the one
/// before. Source: ISO 8608, table C.1.
double density_at_reference(RoadClass road_class) {
    return 16e-6 * std::pow(4.0, static_cast<double>(road_class) - 1.0);
}

/// Cycles/m across the road of a wave with n cycles/m along it. The coherence is the Fourier
/// transform of how these are distributed: exp(-k n t) is that of a Cauchy distribution of the
/// width k n / (2 pi), which is cut off where waves would be shorter than any along the road.
/// @param place in that distribution, 0 to 1
double across_per_m(double along_per_m, double place) {
    const double width = coherence_decay * along_per_m / two_pi;
    return width * std::tan((2.0 * place - 1.0) * std::atan(highest_per_m / width));
}

}  // namespace

RoadProfile::RoadProfile(RoadClass road_class, std::uint64_t seed) {
    if (road_class == RoadClass::none) return;
    Noise noise(seed);
    const double ratio = std::pow(highest_per_m / lowest_per_m, 1.0 / wave_count);
    const double first_place = noise.uniform();
    double low = lowest_per_m;
    waves_.resize(wave_count / 4);
    for (int i = 0; i < wave_count; ++i) {
        // Each wave carries the whole variance of its band, at a random place in it.
        Waves& four = waves_[static_cast<std::size_t>(i / 4)];
        const int lane = i % 4;
        const double high = low * ratio;
        const double along_per_m = low * std::pow(ratio, noise.uniform());
        const double place = std::fmod(first_place + golden_ratio * i, 1.0);
        four.along_rad_per_m[lane] = two_pi * along_per_m;
        four.across_rad_per_m[lane] = two_pi * across_per_m(along_per_m, place);
        const double variance = density_at_reference(road_class) * 0.01 * (1.0 / low - 1.0 / high);
        const double phase = two_pi * noise.uniform();
        four.sin_part[lane] = std::sqrt(2.0 * variance) * std::cos(phase);
        four.cos_part[lane] = std::sqrt(2.0 * variance) * std::sin(phase);
        low = high;
    }
}

double RoadProfile::height(double along_m, double across_m) const {
    Lanes height{};
    for (const Waves& four : waves_) {
        const SinCos<Lanes> wave =
            sin_cos(four.along_rad_per_m * along_m + four.across_rad_per_m * across_m);
        height += four.sin_part * wave.sin + four.cos_part * wave.cos;
    }
    return sum(height);
}

}  // namespace plant
