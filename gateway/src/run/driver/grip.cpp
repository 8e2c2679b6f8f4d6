// SPDX-License-Identifier: MIT
#include "grip.hpp"

#include <plant/tyre.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace gateway {
namespace {

using plant::gravity_mps2;

/// The largest acceleration for which `holds`, up to twice the standard gravity.
double largest_mps2(const std::function<bool(double)>& holds) {
    constexpr int steps = 40;
    double low = 0, high = 2 * gravity_mps2;
    for (int step = 0; step < steps; ++step) {
        const double middle = 0.5 * (low + high);
        (holds(middle) ? low : high) = middle;
    }
    return low;
}

/// The tyres of a vehicle at rest and under load transfer.
class Axles {
  public:
    explicit Axles(const VehicleConfig& vehicle)
        : p_(vehicle.session.vehicle),
          tyre_(vehicle.session.tyre),
          friction_(vehicle.ground.friction) {}

    /// The rear axle carries more of the mass while the vehicle accelerates.
    double front_load_n(double ax_mps2) const {
        const plant::BodyParams& b = p_.body;
        const double rear_m = b.wheelbase_m - b.cg_to_front_axle_m;
        return b.mass_kg * (gravity_mps2 * rear_m - ax_mps2 * b.cg_height_m) / b.wheelbase_m;
    }
    double rear_load_n(double ax_mps2) const {
        return p_.body.mass_kg * gravity_mps2 - front_load_n(ax_mps2);
    }
    /// The largest force of an axle whose wheels carry different loads.
    double peak_n(double load_n, double moved_n) const {
        return wheel_peak_n(0.5 * load_n + moved_n) + wheel_peak_n(0.5 * load_n - moved_n);
    }
    /// The load that a turn moves to the outer wheel of the front axle.
    double front_moved_n(double ay_mps2) const {
        return front_roll_share() * roll_moment_nm(ay_mps2) / p_.body.track_front_m;
    }
    double rear_moved_n(double ay_mps2) const {
        return (1 - front_roll_share()) * roll_moment_nm(ay_mps2) / p_.body.track_rear_m;
    }

  private:
    double wheel_peak_n(double load_n) const {
        return load_n > 0 ? tyre_.peak(load_n, friction_).friction * load_n : 0;
    }
    double roll_moment_nm(double ay_mps2) const {
        return p_.body.mass_kg * ay_mps2 * p_.body.cg_height_m;
    }
    double front_roll_share() const {
        const plant::SuspensionParams& s = p_.suspension;
        const auto stiffness = [](double spring, double track_m, double bar) {
            return 0.5 * spring * track_m * track_m + bar;
        };
        const double front =
            stiffness(s.spring_front_n_per_m, p_.body.track_front_m, s.anti_roll_front_nm_per_rad);
        const double rear =
            stiffness(s.spring_rear_n_per_m, p_.body.track_rear_m, s.anti_roll_rear_nm_per_rad);
        return front / (front + rear);
    }

    const plant::VehicleParams& p_;
    plant::Tyre tyre_;
    double friction_;
};

/// Whether both axles transfer their parts of both accelerations.
/// @param front_share of the longitudinal force
bool holds(const Axles& axles, const plant::BodyParams& body, double front_share, double ax_mps2,
           double ay_mps2) {
    const double front_mass_kg = body.mass_kg * (1 - body.cg_to_front_axle_m / body.wheelbase_m);
    const double rear_mass_kg = body.mass_kg - front_mass_kg;
    const double front_n =
        std::hypot(front_share * body.mass_kg * ax_mps2, front_mass_kg * ay_mps2);
    const double rear_n =
        std::hypot((1 - front_share) * body.mass_kg * ax_mps2, rear_mass_kg * ay_mps2);
    return front_n <= axles.peak_n(axles.front_load_n(ax_mps2), axles.front_moved_n(ay_mps2)) &&
           rear_n <= axles.peak_n(axles.rear_load_n(ax_mps2), axles.rear_moved_n(ay_mps2));
}

/// The lateral acceleration of a step of a curve.
double lateral_at(std::size_t step, double largest_mps2) {
    return largest_mps2 * static_cast<double>(step) / static_cast<double>(Grip::steps - 1);
}

Grip grip_of_circle(double grip_mps2) {
    Grip::Curve rest{};
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const double lateral = lateral_at(i, grip_mps2);
        rest[i] = std::sqrt(std::max(0.0, grip_mps2 * grip_mps2 - lateral * lateral));
    }
    return {grip_mps2, rest, rest};
}

}  // namespace

double Grip::at(const Curve& curve, double lateral_mps2) const {
    constexpr auto last = static_cast<double>(steps - 1);
    const double place = std::clamp(lateral_mps2 / lateral_mps2_ * last, 0.0, last);
    const auto from = std::min(static_cast<std::size_t>(place), steps - 2);
    return curve[from] + (place - static_cast<double>(from)) * (curve[from + 1] - curve[from]);
}

Grip grip_of(const VehicleConfig& vehicle) {
    if (plant::takes_actuation(vehicle.model))
        return grip_of_circle(vehicle.ground.friction * gravity_mps2);
    const plant::VehicleParams& p = vehicle.session.vehicle;
    const Axles axles(vehicle);
    const double lateral =
        largest_mps2([&](double a) { return holds(axles, p.body, p.drive.front_share, 0, a); });
    Grip::Curve braking{}, traction{};
    for (std::size_t i = 0; i < Grip::steps; ++i) {
        const double ay = lateral_at(i, lateral);
        braking[i] = largest_mps2(
            [&](double a) { return holds(axles, p.body, p.brake.front_share, -a, ay); });
        traction[i] = largest_mps2(
            [&](double a) { return holds(axles, p.body, p.drive.front_share, a, ay); });
    }
    return {lateral, braking, traction};
}

}  // namespace gateway
