// SPDX-License-Identifier: MIT
// my_program: follows a route at a constant speed. README.md explains how to build and run it.
#include <ddc/interface/program.hpp>
#include <ddc/run_program.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace {

using namespace std::chrono_literals;

constexpr double target_kmh = 30.0;
constexpr double wheelbase_m = 2.7;
constexpr double cross_track_gain = 2.0;  // 1/s: how fast the error decreases
constexpr double degrees = 57.295779513082320877;

/// Inputs of a cycle. The names and units of ports are in docs/reference/signals.md.
struct Inputs {
    double velocity_kmh;
    double cross_track_error_m;  // positive: the vehicle is on the left of its route
    double heading_error_deg;    // positive: it points to the left of it
    double curvature_per_m;      // positive: the route turns left
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
        const double error_kmh = target_kmh - in.velocity_kmh;
        const double gas = held_gas_ + 0.1 * error_kmh;
        if (gas < 1) held_gas_ = std::clamp(held_gas_ + 0.02 * error_kmh * delta_s, 0.0, 0.5);
        return {steering_deg(in), std::clamp(gas, 0.0, 1.0),
                std::clamp(-0.05 * (error_kmh + 2.0), 0.0, 1.0)};
    }

  private:
    /// Any process may write the table, and a value that is not finite would stay in `held_gas_`.
    static bool is_usable(const Inputs& in, double delta_s) {
        return std::isfinite(in.velocity_kmh + in.cross_track_error_m + in.heading_error_deg +
                             in.curvature_per_m + delta_s);
    }

    /// Follows the route's curve and corrects both errors (G. M. Hoffmann et al., Autonomous
    /// Automobile Trajectory Tracking for Off-Road Driving, 2007).
    static double steering_deg(const Inputs& in) {
        const double speed_mps = std::max(in.velocity_kmh / 3.6, 1.0);
        const double along = std::atan(wheelbase_m * in.curvature_per_m);
        const double back = std::atan(cross_track_gain * in.cross_track_error_m / speed_mps);
        return std::clamp((along - back) * degrees - in.heading_error_deg, -30.0, 30.0);
    }

    double held_gas_ = 0;
};

void drive(const ddc::ProgramStart& start) {
    ddc::Table table = ddc::Table::open_or_create();  // the environment's DDC_NAME, or "vcg"
    ddc::interface::Program program(table, start.reference_id, "my_program");
    const auto velocity = program.input<double>("true_velocity");
    const auto cross_track_error = program.input<double>("cross_track_error");
    const auto heading_error = program.input<double>("heading_error");
    const auto curvature_ahead = program.input<double>("curvature_ahead");
    const auto steering = program.output<double>("set_steering");
    const auto gas = program.output<double>("set_gas");
    const auto braking = program.output<double>("set_braking");
    Controller controller;
    program.declare_resettable([&] { controller = Controller(); });
    program.publish();
    while (!start.stopped) {
        if (program.begin_cycle(ddc::Clock::now() + 20ms) != ddc::Status::ok) continue;
        const Inputs in{program.get(velocity), program.get(cross_track_error),
                        program.get(heading_error), program.get(curvature_ahead)};
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
