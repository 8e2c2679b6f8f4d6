// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/rules.hpp"

#include <algorithm>
#include <cmath>

namespace gateway::vehicle_interface {

/// The values that a vehicle has reported.
struct Situation {
    VehicleOdometry odometry;
    VehicleStateReport report = report_before_any();
};

/// Replaces invalid values of a report by those of the report before.
inline Outcome sanitise(Situation& now, const Situation& before) noexcept {
    bool was_clean = true;
    const auto check = [&was_clean](auto& value, const auto& known, bool is_good) {
        if (is_good) return;
        value = known;
        was_clean = false;
    };
    VehicleOdometry& odometry = now.odometry;
    for (float VehicleOdometry::*value :
         {&VehicleOdometry::velocity_mps, &VehicleOdometry::front_wheel_angle_rad,
          &VehicleOdometry::rear_wheel_angle_rad})
        check(odometry.*value, before.odometry.*value, std::isfinite(odometry.*value));
    VehicleStateReport& report = now.report;
    check(report.blinker, before.report.blinker, is_known(report.blinker));
    check(report.headlight, before.report.headlight, is_known(report.headlight));
    check(report.wiper, before.report.wiper, is_known(report.wiper));
    check(report.gear, before.report.gear, is_known(report.gear));
    check(report.mode, before.report.mode, is_known(report.mode));
    check(report.fuel_percent, before.report.fuel_percent, report.fuel_percent.value_or(0) <= 100);
    return was_clean ? no_action : action(Report::bad_report);
}

}  // namespace gateway::vehicle_interface
