// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground_params.hpp>
#include "parameters/parameter_keys.hpp"

namespace plant {

namespace ground_ranges {

constexpr Range friction{0.0, 5.0};
constexpr Range place{-1e6, 1e6};
constexpr Range slope{-1.0, 1.0};
constexpr Range width{0.0, 1000.0};

}  // namespace ground_ranges

template <class Visitor>
void visit(SplitFriction& p, Visitor& v) {
    v.flag("enabled", p.enabled);
    v.number("friction_right", p.friction_right, ground_ranges::friction);
    v.number("boundary_m", p.boundary_m, ground_ranges::place);
    v.number("transition_m", p.transition_m, ground_ranges::width);
}

template <class Visitor>
void visit(FrictionPatch& p, Visitor& v) {
    v.number("start_m", p.start_m, ground_ranges::place);
    v.number("end_m", p.end_m, ground_ranges::place);
    v.number("right_m", p.right_m, ground_ranges::place);
    v.number("left_m", p.left_m, ground_ranges::place);
    v.number("friction", p.friction, ground_ranges::friction);
    v.number("transition_m", p.transition_m, ground_ranges::width);
}

template <class Visitor>
void visit(Roughness& p, Visitor& v) {
    v.choice("iso_8608_class", p.road_class, Names{"none", "a", "b", "c", "d", "e", "f", "g", "h"});
    v.count("seed", p.seed);
}

template <class Visitor>
void visit(GroundParams& p, Visitor& v) {
    v.number("height_m", p.height_m, ground_ranges::place);
    v.number("heading_rad", p.heading_rad, {-10.0, 10.0});
    v.number("grade", p.grade, ground_ranges::slope);
    v.number("bank", p.bank, ground_ranges::slope);
    v.number("friction", p.friction, ground_ranges::friction);
    v.section("split", p.split);
    v.list("patches", p.patches);
    v.section("roughness", p.roughness);
}

}  // namespace plant
