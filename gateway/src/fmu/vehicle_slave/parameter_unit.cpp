// SPDX-License-Identifier: MIT
#include "parameter_unit.hpp"

#include <algorithm>
#include <iterator>

namespace gateway::fmu {
namespace {

struct Row {
    std::string_view text;
    std::string_view unit;
};

/// A suffix precedes those that it ends with.
constexpr Row suffixes[] = {
    {"_mps2_per_sqrt_s", "m/s2/sqrt(s)"},
    {"_radps_per_sqrt_s", "rad/s/sqrt(s)"},
    {"_mps_per_sqrt_s", "m/s/sqrt(s)"},
    {"_rad_per_sqrt_s", "rad/sqrt(s)"},
    {"_m_per_sqrt_s", "m/sqrt(s)"},
    {"_rad_per_mps2", "rad.s2/m"},
    {"_kg_per_m3", "kg/m3"},
    {"_nms_per_rad", "Nm.s/rad"},
    {"_nm_per_rad", "Nm/rad"},
    {"_nms_per_m", "N.s"},
    {"_ns_per_m", "N.s/m"},
    {"_s_per_rad", "s/rad"},
    {"_n_per_m", "N/m"},
    {"_per_mps", "s/m"},
    {"_per_m", "1/m"},
    {"_per_s", "1/s"},
    {"_kgm2", "kg.m2"},
    {"_radps", "rad/s"},
    {"_mps2", "m/s2"},
    {"_mps", "m/s"},
    {"_rad", "rad"},
    {"_kg", "kg"},
    {"_nm", "Nm"},
    {"_hz", "Hz"},
    {"_m2", "m2"},
    {"_m", "m"},
    {"_n", "N"},
    {"_s", "s"},
    {"_w", "W"},
};

/// Keys of actuation models, which are those of the public model.
constexpr Row actuation_keys[] = {
    {"wheel_base", "m"},
    {"vel_lim", "m/s"},
    {"vel_rate_lim", "m/s2"},
    {"steer_lim", "rad"},
    {"steer_rate_lim", "rad/s"},
    {"steer_bias", "rad"},
    {"accel_time_delay", "s"},
    {"accel_time_constant", "s"},
    {"brake_time_delay", "s"},
    {"brake_time_constant", "s"},
    {"steer_time_delay", "s"},
    {"steer_time_constant", "s"},
    {"vgr_coef_a", "1"},
    {"vgr_coef_b", "s2/m2"},
    {"vgr_coef_c", "1/rad"},
    {"mechanical_params.angle_limit", "rad"},
    {"mechanical_params.rate_limit", "rad/s"},
    {"mechanical_params.torque_delay_time", "s"},
    {"reset_state.x", "m"},
    {"reset_state.y", "m"},
    {"reset_state.yaw", "rad"},
    {"reset_state.vx", "m/s"},
    {"reset_state.steer", "rad"},
    {"reset_state.ax", "m/s2"},
};

/// Keys of ratios.
constexpr std::string_view ratios[] = {
    "ratio",
    "ackermann",
    "front_share",
    "knee",
    "slope",
    "slip",
    "slip_low",
    "slip_high",
    "front_difference",
    "friction",
    "friction_share",
    "friction_right",
    "grade",
    "bank",
    "drag_coefficient",
    "dead_zone",
    "load_sensitivity",
    "lift_coefficient_front",
    "min",
    "rolling_resistance",
    "lift_coefficient_rear",
    "max",
    "b",
    "c",
    "d",
    "e",
};

constexpr std::string_view actuation = "actuation.";
constexpr std::string_view mechanical = "actuation.mechanical_params.";

bool begins_with(std::string_view text, std::string_view prefix) {
    return text.substr(0, prefix.size()) == prefix;
}

bool ends_with(std::string_view text, std::string_view suffix) {
    return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

std::optional<std::string_view> by_suffix(std::string_view key) {
    const auto found = std::find_if(std::begin(suffixes), std::end(suffixes), [&](const Row& row) {
        return ends_with(key, row.text) || key == row.text.substr(1);
    });
    if (found == std::end(suffixes)) return std::nullopt;
    return found->unit;
}

std::optional<std::string_view> by_actuation_key(std::string_view key) {
    const auto found = std::find_if(std::begin(actuation_keys), std::end(actuation_keys),
                                    [&](const Row& row) { return key == row.text; });
    if (found == std::end(actuation_keys)) return std::nullopt;
    return found->unit;
}

}  // namespace

std::optional<std::string_view> unit_of_key(std::string_view name) {
    const std::string_view key = name.substr(name.rfind('.') + 1);
    if (begins_with(name, actuation)) {
        if (const auto unit = by_actuation_key(name.substr(actuation.size()))) return unit;
        if (begins_with(name, mechanical)) return "";
    }
    if (const auto unit = by_suffix(key)) return unit;
    if (std::find(std::begin(ratios), std::end(ratios), key) != std::end(ratios)) return "1";
    return std::nullopt;
}

}  // namespace gateway::fmu
