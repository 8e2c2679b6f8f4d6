// SPDX-License-Identifier: MIT
#include "plant/ground_params.hpp"

#include "parameters/parameter_reader.hpp"

namespace plant {
namespace {

constexpr Range friction{0.0, 5.0};
constexpr Range place{-1e6, 1e6};
constexpr Range slope{-1.0, 1.0};
constexpr Range width{0.0, 1000.0};

}  // namespace

template <class Visitor>
void visit(SplitFriction& p, Visitor& v) {
    v.flag("enabled", p.enabled);
    v.number("friction_right", p.friction_right, friction);
    v.number("boundary_m", p.boundary_m, place);
    v.number("transition_m", p.transition_m, width);
}

template <class Visitor>
void visit(FrictionPatch& p, Visitor& v) {
    v.number("start_m", p.start_m, place);
    v.number("end_m", p.end_m, place);
    v.number("right_m", p.right_m, place);
    v.number("left_m", p.left_m, place);
    v.number("friction", p.friction, friction);
    v.number("transition_m", p.transition_m, width);
}

template <class Visitor>
void visit(Roughness& p, Visitor& v) {
    v.choice("iso_8608_class", p.road_class, Names{"none", "a", "b", "c", "d", "e", "f", "g", "h"});
    v.count("seed", p.seed);
}

template <class Visitor>
void visit(GroundParams& p, Visitor& v) {
    v.number("height_m", p.height_m, place);
    v.number("heading_rad", p.heading_rad, {-10.0, 10.0});
    v.number("grade", p.grade, slope);
    v.number("bank", p.bank, slope);
    v.number("friction", p.friction, friction);
    v.section("split", p.split);
    v.list("patches", p.patches);
    v.section("roughness", p.roughness);
}

GroundParams load_ground(const std::filesystem::path& file) {
    return load_parameters<GroundParams>(file);
}

void validate(const GroundParams& params) {
    check_ranges(params);
}

}  // namespace plant
