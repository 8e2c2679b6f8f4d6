// SPDX-License-Identifier: MIT
#include <plant/ground_params.hpp>
#include "ground/road_profile.hpp"

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

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
