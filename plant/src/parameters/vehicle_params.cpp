// SPDX-License-Identifier: MIT
#include <plant/vehicle_params.hpp>

#include "parameters/brake_control_keys.hpp"
#include "parameters/fingerprints.hpp"
#include "parameters/parameter_keys.hpp"
#include "parameters/parameter_visitor.hpp"

#include <optional>

namespace plant {
namespace {

constexpr Range fraction{0.0, 1.0};
constexpr Range length{0.05, 20.0};
constexpr Range inertia{1.0, 1e6};
constexpr Range stiffness{1000.0, 1e7};
constexpr Range torque{0.0, 1e6};
constexpr Range coefficient{-10.0, 10.0};

}  // namespace

template <class Visitor>
void visit(BodyParams& p, Visitor& v) {
    v.number("mass_kg", p.mass_kg, {10.0, 1e5});
    v.number("unsprung_mass_kg", p.unsprung_mass_kg, {0.1, 1e4});
    v.number("roll_inertia_kgm2", p.roll_inertia_kgm2, inertia);
    v.number("pitch_inertia_kgm2", p.pitch_inertia_kgm2, inertia);
    v.number("yaw_inertia_kgm2", p.yaw_inertia_kgm2, inertia);
    v.number("wheelbase_m", p.wheelbase_m, length);
    v.number("cg_to_front_axle_m", p.cg_to_front_axle_m, length);
    v.number("track_front_m", p.track_front_m, length);
    v.number("track_rear_m", p.track_rear_m, length);
    v.number("cg_height_m", p.cg_height_m, length);
}

template <class Visitor>
void visit(WheelParams& p, Visitor& v) {
    v.number("radius_m", p.radius_m, {0.02, 5.0});
    v.number("inertia_kgm2", p.inertia_kgm2, {1e-3, 1e4});
}

template <class Visitor>
void visit(SuspensionParams& p, Visitor& v) {
    v.number("spring_front_n_per_m", p.spring_front_n_per_m, stiffness);
    v.number("spring_rear_n_per_m", p.spring_rear_n_per_m, stiffness);
    v.number("damper_front_ns_per_m", p.damper_front_ns_per_m, {0.0, 1e6});
    v.number("damper_rear_ns_per_m", p.damper_rear_ns_per_m, {0.0, 1e6});
    v.number("anti_roll_front_nm_per_rad", p.anti_roll_front_nm_per_rad, {0.0, 1e7});
    v.number("anti_roll_rear_nm_per_rad", p.anti_roll_rear_nm_per_rad, {0.0, 1e7});
    v.number("roll_centre_front_m", p.roll_centre_front_m, {-1.0, 5.0});
    v.number("roll_centre_rear_m", p.roll_centre_rear_m, {-1.0, 5.0});
    v.number("load_transfer_time_s", p.load_transfer_time_s, {0.005, 1.0});
}

template <class Visitor>
void visit(SteeringParams& p, Visitor& v) {
    v.number("ratio", p.ratio, {1.0, 100.0});
    v.number("max_angle_rad", p.max_angle_rad, {0.01, 1.2});
    v.number("ackermann", p.ackermann, fraction);
}

template <class Visitor>
void visit(DriveParams& p, Visitor& v) {
    v.number("max_torque_nm", p.max_torque_nm, torque);
    v.number("max_power_w", p.max_power_w, {0.0, 1e7});
    if (v.has("max_speed_mps")) v.number("max_speed_mps", p.max_speed_mps, {0.1, 1000.0});
    v.number("front_share", p.front_share, fraction);
    v.choice("differential", p.differential, Names{"open", "locked"});
}

template <class Visitor>
void visit(BrakeParams& p, Visitor& v) {
    v.number("max_torque_nm", p.max_torque_nm, torque);
    v.number("front_share", p.front_share, fraction);
    v.number("handbrake_torque_nm", p.handbrake_torque_nm, torque);
}

template <class Visitor>
void visit(AeroParams& p, Visitor& v) {
    v.number("drag_coefficient", p.drag_coefficient, {0.0, 10.0});
    v.number("frontal_area_m2", p.frontal_area_m2, {0.0, 100.0});
    v.number("lift_coefficient_front", p.lift_coefficient_front, coefficient);
    v.number("lift_coefficient_rear", p.lift_coefficient_rear, coefficient);
    v.number("air_density_kg_per_m3", p.air_density_kg_per_m3, {0.0, 10.0});
}

template <class Visitor>
void visit(VehicleParams& p, Visitor& v) {
    v.section("body", p.body);
    v.section("wheel", p.wheel);
    v.section("suspension", p.suspension);
    v.section("steering", p.steering);
    v.section("drive", p.drive);
    v.section("brake", p.brake);
    v.section("aero", p.aero);
    if (v.has("brake_control")) v.section("brake_control", p.brake_control);
}

namespace {

struct Complaint {
    const char* key;
    const char* reason;
};

/// Checks that involve several keys of the body.
std::optional<Complaint> disproportion(const BodyParams& body) {
    if (body.cg_to_front_axle_m >= body.wheelbase_m) {
        return Complaint{"cg_to_front_axle_m", "must be less than wheelbase_m"};
    }
    if (4.0 * body.unsprung_mass_kg >= body.mass_kg) {
        return Complaint{"unsprung_mass_kg", "four of them must weigh less than mass_kg"};
    }
    return std::nullopt;
}

/// Checks that involve several parts of the brake control.
std::optional<Complaint> disproportion(const BrakeControlParams& control) {
    if (control.esc.enabled && !control.abs.enabled)
        return Complaint{"esc", "needs abs, which limits the slip of the wheels that it brakes"};
    if (control.abs.slip_low >= control.abs.slip_high)
        return Complaint{"abs.slip_low", "must be less than slip_high"};
    return std::nullopt;
}

}  // namespace

VehicleParams load_vehicle(const std::filesystem::path& file) {
    YamlReader reader(file);
    VehicleParams params;  // the sedan, which is the only base
    std::size_t base = 0;
    reader.choice("base", base, {"sedan"});
    read_required(reader, params, reader.has("base"));
    if (auto body = reader.section("body"); body && body->good()) {
        if (const auto found = disproportion(params.body)) body->refuse(found->key, found->reason);
    }
    if (auto control = reader.section("brake_control"); control && control->good()) {
        if (const auto found = disproportion(params.brake_control))
            control->refuse(found->key, found->reason);
    }
    reader.finish();
    return params;
}

void validate(const VehicleParams& params) {
    check_ranges(params);
    if (const auto found = disproportion(params.body)) {
        throw std::invalid_argument(std::string("body.") + found->key + ": " + found->reason);
    }
    if (const auto found = disproportion(params.brake_control)) {
        throw std::invalid_argument(std::string("brake_control.") + found->key + ": " +
                                    found->reason);
    }
}

void add_to(Fingerprint& print, const VehicleParams& params) {
    add_values(print, params);
}

void visit_parameters(ParameterVisitor& visitor, VehicleParams& params) {
    visit(params, visitor);
}

}  // namespace plant
