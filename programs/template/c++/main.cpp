// SPDX-License-Identifier: MIT
// my_program: follows a route at a constant speed, and stops at its end. README.md explains how to
// build and run it.
#include <ddc/interface/program.hpp>
#include <ddc/run_program.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace {

using namespace std::chrono_literals;

constexpr double target_kmh = 30.0;
constexpr double cross_track_gain = 2.0;  // 1/s: how fast the error decreases
constexpr double bend_delay_m = 3.0;      // curvature_ahead is the mean of the next 10 m: too early
constexpr double deceleration_mps2 = 1.5, jerk_mps3 = 1.5;
constexpr double fading_s = 0.5;  // before a standstill the braking fades over this time
// About those of the vehicle.
constexpr double wheelbase_m = 2.7, centre_to_rear_axle_m = 1.5;
constexpr double drift_s2_per_m = 0.008;  // sideslip of the rear axle per lateral acceleration
constexpr double full_gas_mps2 = 3.0, full_braking_mps2 = 10.0;

constexpr double degrees = 57.295779513082320877;

/// Inputs of a cycle. The names and units of ports are in docs/reference/signals.md.
struct Inputs {
    double velocity_kmh;
    double cross_track_error_m;  // positive: the vehicle is on the left of its route
    double heading_error_deg;    // positive: it points to the left of it
    double curvature_per_m;      // positive: the route turns left
    double distance_to_end_m;    // along the route
};

/// Outputs of a cycle.
struct Outputs {
    double steering_deg;  // at the wheels, -30 to 30, positive to the left
    double gas;           // 0 to 1
    double braking;       // 0 to 1
};

/// The controller: change this.
class Controller {
  public:
    Outputs update(const Inputs& in, double delta_s) {
        if (!is_usable(in, delta_s)) return {0, 0, 1};
        delta_s = std::clamp(delta_s, 0.0, 1.0);
        const double speed_mps = std::clamp(in.velocity_kmh / 3.6, -100.0, 100.0);
        accelerate(speed_mps, in.distance_to_end_m, delta_s);
        const double effort_mps2 = acceleration_mps2_ + integral_mps2_;
        delay_curvature(std::clamp(in.curvature_per_m, -1.0, 1.0), speed_mps * delta_s);
        const double steering_deg =
            wheel_deg(speed_mps, in.cross_track_error_m) - in.heading_error_deg;
        return {std::clamp(steering_deg, -30.0, 30.0),
                std::clamp(effort_mps2 / full_gas_mps2, 0.0, 1.0),
                effort_mps2 < 0 ? std::min(-effort_mps2 / full_braking_mps2, 1.0) : 0.0};
    }

  private:
    /// Any process may write the table, and a value that is not finite would stay in the state.
    static bool is_usable(const Inputs& in, double delta_s) {
        return std::isfinite(in.velocity_kmh + in.cross_track_error_m + in.heading_error_deg +
                             in.curvature_per_m + in.distance_to_end_m + delta_s);
    }

    void delay_curvature(double curvature_per_m, double driven_m) {
        const double change = curvature_per_m - curvature_per_m_;
        curvature_per_m_ += change * std::clamp(driven_m / bend_delay_m, 0.0, 1.0);
    }

    /// Follows the route's curve and corrects the error (G. M. Hoffmann et al., Autonomous
    /// Automobile Trajectory Tracking for Off-Road Driving, 2007).
    double wheel_deg(double speed_mps, double cross_track_error_m) const {
        const double along = std::atan(wheelbase_m * curvature_per_m_);
        const double back =
            std::atan(cross_track_gain * cross_track_error_m / std::max(speed_mps, 1.0));
        // In a bend the centre of gravity does not move where the car points to.
        const double slip_m = centre_to_rear_axle_m - drift_s2_per_m * speed_mps * speed_mps;
        return (along - back - slip_m * curvature_per_m_) * degrees;
    }

    /// To the target speed, and to a stop 1 m before the end of the route, without jerk.
    void accelerate(double speed_mps, double distance_to_end_m, double delta_s) {
        const double target_mps = target_kmh / 3.6, fading_mps = deceleration_mps2 * fading_s;
        const double room_m = std::max(distance_to_end_m - 1.0, 0.0);
        const double end_mps =
            std::sqrt(fading_mps * fading_mps + 2 * deceleration_mps2 * room_m) - fading_mps;
        const double error_mps = std::min(target_mps, end_mps) - speed_mps;
        double wanted = 1.0 * error_mps;
        if (end_mps < target_mps)
            wanted -= deceleration_mps2 * end_mps / (end_mps + fading_mps);
        else if (std::abs(wanted) < 0.5)
            integral_mps2_ = std::clamp(integral_mps2_ + 0.2 * error_mps * delta_s, 0.0, 1.0);
        if (std::max(end_mps, speed_mps) < 0.05) wanted = -1.5;  // keeps it at standstill
        const double change = std::clamp(wanted, -3.0, 1.5) - acceleration_mps2_;
        acceleration_mps2_ += std::clamp(change, -jerk_mps3 * delta_s, jerk_mps3 * delta_s);
    }

    double curvature_per_m_ = 0;
    double acceleration_mps2_ = 0;
    double integral_mps2_ = 0;  // what drag and slopes need
};

void drive(const ddc::ProgramStart& start) {
    ddc::Table table = ddc::Table::open_or_create();  // the environment's DDC_NAME, or "vcg"
    ddc::interface::Program program(table, start.reference_id, "my_program");
    const auto velocity = program.input<double>("true_velocity");
    const auto cross_track_error = program.input<double>("cross_track_error");
    const auto heading_error = program.input<double>("heading_error");
    const auto curvature_ahead = program.input<double>("curvature_ahead");
    const auto distance_to_end = program.input<double>("distance_to_end");
    const auto steering = program.output<double>("set_steering");
    const auto gas = program.output<double>("set_gas");
    const auto braking = program.output<double>("set_braking");
    Controller controller;
    program.declare_resettable([&] { controller = Controller(); });
    program.publish();
    while (!start.stopped) {
        if (program.begin_cycle(ddc::Clock::now() + 20ms) != ddc::Status::ok) continue;
        const Inputs in{program.get(velocity), program.get(cross_track_error),
                        program.get(heading_error), program.get(curvature_ahead),
                        program.get(distance_to_end)};
        const Outputs out = controller.update(in, program.delta_s());
        program.set(steering, out.steering_deg);
        program.set(gas, out.gas);
        program.set(braking, out.braking);
        program.end_cycle();
    }
}

}  // namespace

int main(int argc, char** argv) {
    return ddc::run_program(argc, argv, {"Follows a route at a constant speed.", "1.0"}, drive);
}
