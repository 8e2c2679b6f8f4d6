// SPDX-License-Identifier: MIT
#include <plant/ground_params.hpp>
#include "math/functions.hpp"
#include "sensor/noise.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace plant {
namespace {

/// A rough surface. Along every line in its direction it has the displacement density of ISO 8608,
/// G(n) = G(n0) (n / n0)^-2, n0 = 0.1 cycles/m, as a sum of sinusoids from 0.011 to 2.83 cycles/m.
/// Lines at a distance t have the coherence exp(-k n t), k = 3: alike at long waves, and not at
/// short ones.
class RoadProfile {
  public:
    RoadProfile(RoadClass road_class, std::uint64_t seed);

    double height(double along_m, double across_m) const;

  private:
    /// Four waves, each oblique to the road.
    struct Waves {
        Lanes along_rad_per_m;
        Lanes across_rad_per_m;
        Lanes sin_part;
        Lanes cos_part;
    };
    std::vector<Waves> waves_;
};

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

/// 0 for x <= 0, 1 for x >= 1, with zero slope at both ends.
double smooth_step(double x) {
    const double t = std::clamp(x, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/// 1 inside the range, 0 from `margin` outside of it.
double inside(double x, double low, double high, double margin) {
    const double outside = std::max(low - x, x - high);
    if (outside <= 0.0) return 1.0;
    return margin > 0.0 ? 1.0 - smooth_step(outside / margin) : 0.0;
}

class CombinedGround final : public Ground {
  public:
    explicit CombinedGround(const GroundParams& params)
        : params_(params),
          profile_(params.roughness.road_class, params.roughness.seed),
          cos_(std::cos(params.heading_rad)),
          sin_(std::sin(params.heading_rad)),
          normal_(Eigen::Vector3d(-params.grade * cos_ + params.bank * sin_,
                                  -params.grade * sin_ - params.bank * cos_, 1.0)
                      .normalized()) {}

    Contact at(double x_m, double y_m) const override {
        const double along = cos_ * x_m + sin_ * y_m;
        const double across = cos_ * y_m - sin_ * x_m;
        Contact contact;
        contact.height_m = params_.height_m + params_.grade * along + params_.bank * across +
                           profile_.height(along, across);
        contact.normal = normal_;
        contact.friction = friction(along, across);
        return contact;
    }

    bool is_plane() const override {
        return params_.roughness.road_class == RoadClass::none && !params_.split.enabled &&
               params_.patches.empty();
    }

  private:
    double friction(double along, double across) const {
        double friction = params_.friction;
        const SplitFriction& split = params_.split;
        if (split.enabled) {
            const double right = inside(across, -1e9, split.boundary_m - 0.5 * split.transition_m,
                                        split.transition_m);
            friction = (1.0 - right) * friction + right * split.friction_right;
        }
        for (const FrictionPatch& patch : params_.patches) {
            const double share = inside(along, patch.start_m, patch.end_m, patch.transition_m) *
                                 inside(across, patch.right_m, patch.left_m, patch.transition_m);
            friction = (1.0 - share) * friction + share * patch.friction;
        }
        return friction;
    }

    GroundParams params_;
    RoadProfile profile_;
    double cos_;
    double sin_;
    Eigen::Vector3d normal_;
};

}  // namespace

std::unique_ptr<Ground> create_ground(const GroundParams& params) {
    validate(params);
    return std::make_unique<CombinedGround>(params);
}

}  // namespace plant
