// SPDX-License-Identifier: MIT
#pragma once

#include <plant/brake_control_params.hpp>
#include "parameters/optional_keys.hpp"

namespace plant {

// Each part is off unless it has `enabled: true`; its other keys have defaults.

template <class Visitor>
void visit(ValveParams& p, Visitor& visitor) {
    OptionalKeys<Visitor> v{visitor};
    v.flag("enabled", p.enabled);
    v.number("knee", p.knee, {0.0, 1.0});
    v.number("slope", p.slope, {0.0, 1.0});
}

template <class Visitor>
void visit(BrakeLagParams& p, Visitor& visitor) {
    OptionalKeys<Visitor> v{visitor};
    v.flag("enabled", p.enabled);
    v.number("build_up_s", p.build_up_s, {0.0, 2.0});
    v.number("release_s", p.release_s, {0.0, 2.0});
}

template <class Visitor>
void visit(AbsParams& p, Visitor& visitor) {
    OptionalKeys<Visitor> v{visitor};
    v.flag("enabled", p.enabled);
    v.number("min_speed_mps", p.min_speed_mps, {0.1, 20.0});
    v.number("slip_low", p.slip_low, {0.001, 0.9});
    v.number("slip_high", p.slip_high, {0.002, 0.95});
    v.number("deceleration_mps2", p.deceleration_mps2, {1.0, 1000.0});
    v.number("build_up_per_s", p.build_up_per_s, {0.01, 100.0});
    v.number("release_per_s", p.release_per_s, {0.01, 1000.0});
    v.flag("select_low", p.select_low);
    v.number("front_difference", p.front_difference, {0.0, 1.0});
}

template <class Visitor>
void visit(TractionParams& p, Visitor& visitor) {
    OptionalKeys<Visitor> v{visitor};
    v.flag("enabled", p.enabled);
    v.number("slip", p.slip, {0.001, 0.9});
    v.number("slip_speed_mps", p.slip_speed_mps, {0.01, 20.0});
    v.number("throttle_per_m", p.throttle_per_m, {0.0, 100.0});
    v.number("throttle_per_mps", p.throttle_per_mps, {0.0, 100.0});
    v.number("brake_nms_per_m", p.brake_nms_per_m, {0.0, 1e6});
}

template <class Visitor>
void visit(EscParams& p, Visitor& visitor) {
    OptionalKeys<Visitor> v{visitor};
    v.flag("enabled", p.enabled);
    v.number("min_speed_mps", p.min_speed_mps, {0.5, 50.0});
    v.number("understeer_rad_per_mps2", p.understeer_rad_per_mps2, {0.0, 0.1});
    v.number("friction_share", p.friction_share, {0.1, 1.5});
    v.number("lag_s", p.lag_s, {0.0, 2.0});
    v.number("dead_band_radps", p.dead_band_radps, {0.0, 2.0});
    v.number("moment_nms_per_rad", p.moment_nms_per_rad, {0.0, 1e7});
    v.number("throttle_s_per_rad", p.throttle_s_per_rad, {0.0, 1000.0});
}

template <class Visitor>
void visit(BrakeControlParams& p, Visitor& visitor) {
    OptionalKeys<Visitor> v{visitor};
    v.section("valve", p.valve);
    v.section("lag", p.lag);
    v.section("abs", p.abs);
    v.section("traction", p.traction);
    v.section("esc", p.esc);
}

}  // namespace plant
