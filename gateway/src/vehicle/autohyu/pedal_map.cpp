// SPDX-License-Identifier: MIT
#include <gateway/vehicle/autohyu/pedal_map.hpp>

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace gateway::autohyu {
namespace {

using plant::rad_per_deg;
constexpr double rounding_percent = 1e-6;

std::string number(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

/// The smallest slope of the polynomial between two torques.
double smallest_slope(const BrakePolynomial& brake, double from_nm, double to_nm) {
    const auto& c = brake.coefficients;
    const auto slope = [&](double x) { return c[1] + (2 * c[2] + 3 * c[3] * x) * x; };
    const double ends = std::min(slope(from_nm), slope(to_nm));
    const double inflection = c[3] == 0 ? from_nm : -c[2] / (3 * c[3]);
    return inflection > from_nm && inflection < to_nm ? std::min(ends, slope(inflection)) : ends;
}

void check_rows(const plant::CalibrationMap& torque_map) {
    const double first = torque_map.rows().front(), last = torque_map.rows().back();
    if (first != 0 || last != 100)
        throw std::invalid_argument(
            "torque_map: the row labels (APS in %) must go from 0 to 100, but go from " +
            number(first) + " to " + number(last));
}

void check_brake(const BrakePolynomial& brake, double t_neutral_nm) {
    const double from = 0 - t_neutral_nm, to = brake.max_torque_nm;
    if (!(to > from))
        throw std::invalid_argument("brake3_max_nm: must be greater than -t_neutral_nm, " +
                                    number(from) + ", is " + number(to));
    if (smallest_slope(brake, from, to) < 0 || brake.bps_percent(to) <= brake.bps_percent(from))
        throw std::invalid_argument("brake3_3: the BPS must rise with the brake torque from " +
                                    number(from) + " to " + number(to) + " Nm");
    for (const double torque : {from, to})
        if (const double bps = brake.bps_percent(torque); bps < 0 || bps > 100 + rounding_percent)
            throw std::invalid_argument("brake3_0: the BPS must be 0 to 100 %, is " + number(bps) +
                                        " at " + number(torque) + " Nm");
}

/// Constant torque of 1500 Nm, and constant power of 110 kW from 23.47 m/s on, with a wheel radius
/// of 0.32 m.
plant::CalibrationMap default_torque_map() {
    const std::vector<double> speeds{0, 23.47, 25, 27, 29, 31.5, 34, 37, 40, 44, 48, 52, 56, 60};
    const std::vector<double> full{1500,  1500, 1408, 1303.7, 1213.8, 1117.5, 1035.3,
                                   951.4, 880,  800,  733.3,  676.9,  628.6,  586.7};
    std::vector<double> cells(speeds.size(), 0.0);
    cells.insert(cells.end(), full.begin(), full.end());
    return {{0, 100}, speeds, std::move(cells)};
}

}  // namespace

double BrakePolynomial::bps_percent(double torque_nm) const noexcept {
    const auto& c = coefficients;
    return c[0] + torque_nm * (c[1] + torque_nm * (c[2] + torque_nm * c[3]));
}

PedalMap::PedalMap() : torque_map_(default_torque_map()) {}

PedalMap::PedalMap(plant::CalibrationMap torque_map, const BrakePolynomial& brake,
                   double t_neutral_nm)
    : torque_map_(std::move(torque_map)), brake_(brake), t_neutral_nm_(t_neutral_nm) {
    check_rows(torque_map_);
    check_brake(brake_, t_neutral_nm_);
}

Pedals PedalMap::pedals(double torque_nm, double speed_mps) const noexcept {
    if (torque_nm >= t_neutral_nm_) return {torque_map_.row_for(torque_nm, speed_mps), 0};
    return {0, std::min(brake_.bps_percent(std::min(-torque_nm, brake_.max_torque_nm)), 100.0)};
}

void set_gripped_steer(double steer_deg, Command& command) noexcept {
    control_of<PedalCommand>(command).steer_rad = steer_deg * rad_per_deg;
}

void set_gripped_torque(double torque_nm, double speed_mps, const PedalMap& map,
                        Command& command) noexcept {
    const Pedals pedals = map.pedals(torque_nm, speed_mps);
    PedalCommand& control = control_of<PedalCommand>(command);
    control.throttle = pedals.aps_percent / 100;
    control.brake = pedals.bps_percent / 100;
    state_of(command).gear = Gear::drive;
}

}  // namespace gateway::autohyu
