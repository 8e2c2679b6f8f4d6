// SPDX-License-Identifier: MIT
#include <plant/actuator_params.hpp>

#include "parameters/fingerprints.hpp"
#include "parameters/parameter_keys.hpp"
#include "parameters/parameter_visitor.hpp"

namespace plant {
namespace {

constexpr double largest_steer_rad = 1.2;

/// The channel with keys for its unit.
struct SteerKeys {
    ActuatorChannel& channel;
    double& full_range_to_mps;
};
struct PedalKeys {
    ActuatorChannel& channel;
};

}  // namespace

template <class Visitor>
void visit(SteerKeys& p, Visitor& v) {
    v.number("dead_zone_rad", p.channel.dead_zone, {0.0, 0.5});
    v.number("dead_time_s", p.channel.dead_time_s, {0.0, 10.0});
    v.number("lag_s", p.channel.lag_s, {0.0, 10.0});
    v.number("rate_limit_radps", p.channel.rate_limit_per_s, {0.0, 1000.0});
    v.number("min_rad", p.channel.min, {-largest_steer_rad, 0.0});
    v.number("max_rad", p.channel.max, {0.0, largest_steer_rad});
    if (v.has("full_range_to_mps"))
        v.number("full_range_to_mps", p.full_range_to_mps, {0.0, 100.0});
}

template <class Visitor>
void visit(PedalKeys& p, Visitor& v) {
    v.number("dead_zone", p.channel.dead_zone, {0.0, 0.9});
    v.number("dead_time_s", p.channel.dead_time_s, {0.0, 10.0});
    v.number("lag_s", p.channel.lag_s, {0.0, 10.0});
    v.number("rate_limit_per_s", p.channel.rate_limit_per_s, {0.0, 1000.0});
    v.number("min", p.channel.min, {0.0, 1.0});
    v.number("max", p.channel.max, {0.0, 1.0});
}

template <class Visitor>
void visit(ActuatorParams& p, Visitor& v) {
    SteerKeys steer{p.steer, p.steer_full_range_to_mps};
    PedalKeys throttle{p.throttle};
    PedalKeys brake{p.brake};
    v.section("steer", steer);
    v.section("throttle", throttle);
    v.section("brake", brake);
}

ActuatorParams load_actuator(const std::filesystem::path& file) {
    return load_parameters<ActuatorParams>(file);
}

void validate(const ActuatorParams& params) {
    check_ranges(params);
}

void add_to(Fingerprint& print, const ActuatorParams& params) {
    add_values(print, params);
}

void visit_parameters(ParameterVisitor& visitor, ActuatorParams& params) {
    visit(params, visitor);
}

}  // namespace plant
