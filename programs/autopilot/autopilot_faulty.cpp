// SPDX-License-Identifier: MIT
// The autopilot at the level of actuation, with injected faults, to show the safety rules of the
// vehicle interface. `./demo safety` drives it with and without them.
#include "route_follower.hpp"

#include <ddc/version.h>
#include <ddc/interface/program.hpp>
#include <ddc/run_program.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

namespace {

namespace interface = ddc::interface;
using namespace std::chrono_literals;
using autopilot::pi;
using interface::Vec2;

/// The pedals' last rows in the vehicle's maps.
constexpr double full_accel = 0.5, full_brake = 0.8;
/// Public gear codes.
constexpr std::int32_t drive = 2, park = 22;

/// Faults, with the simulated time at which they begin and end.
constexpr double shake_from_s = 15, shake_to_s = 18, shake_period_s = 0.1, shake_rad = 0.15;
constexpr double park_from_s = 32, park_to_s = 32.5;
constexpr double silent_from_s = 45;
constexpr auto silent_for = 1500ms;  ///< wall time
constexpr double nan_from_s = 60, nan_to_s = 60.3;

class Car {
  public:
    Car(ddc::Table& table, ddc::Id reference_id)
        : program_(table, reference_id, "autopilot_faulty") {
        program_.publish();
    }

    void drive_on(const std::atomic<bool>& stopped) {
        while (!stopped) {
            if (program_.begin_cycle(ddc::Clock::now() + 20ms) != ddc::Status::ok) continue;
            cycle();
            program_.end_cycle();
        }
    }

  private:
    using Points = std::array<double, autopilot::Inputs::max_points>;

    void cycle() {
        const double before_s = time_s_;
        time_s_ += autopilot::usable_time_s(program_.delta_s());
        autopilot::Outputs out = follower_.update(inputs(), program_.delta_s());
        double steer_rad = out.steering_deg * pi / 180;
        if (is_within(shake_from_s, shake_to_s))
            steer_rad += time_s_ / shake_period_s - std::floor(time_s_ / shake_period_s) < 0.5
                             ? shake_rad
                             : -shake_rad;
        if (is_within(nan_from_s, nan_to_s)) steer_rad = std::numeric_limits<double>::quiet_NaN();
        if (before_s < silent_from_s && time_s_ >= silent_from_s)
            std::this_thread::sleep_for(silent_for);
        program_.set(accel_, full_accel * out.gas);
        program_.set(brake_, full_brake * out.braking);
        program_.set(steer_, steer_rad);
        program_.set(gear_, is_within(park_from_s, park_to_s) ? park : drive);
    }

    bool is_within(double from_s, double to_s) const { return time_s_ >= from_s && time_s_ < to_s; }

    autopilot::Inputs inputs() const {
        autopilot::Inputs in;
        in.velocity_kmh = program_.get(velocity_);
        const Vec2 position = program_.get(position_);
        in.x_m = position.x;
        in.y_m = position.y;
        in.compass_deg = program_.get(compass_);
        in.trajectory_length = program_.get(length_);
        const Points x = program_.get(trajectory_x_), y = program_.get(trajectory_y_);
        std::copy(x.begin(), x.end(), in.trajectory_x_m);
        std::copy(y.begin(), y.end(), in.trajectory_y_m);
        return in;
    }

    interface::Program program_;
    interface::Input<double> velocity_ = program_.input<double>("true_velocity");
    interface::Input<Vec2> position_ = program_.input<Vec2>("true_position");
    interface::Input<double> compass_ = program_.input<double>("true_compass");
    interface::Input<std::int32_t> length_ = program_.input<std::int32_t>("trajectory_length");
    interface::Input<Points> trajectory_x_ = program_.input<Points>("trajectory_x");
    interface::Input<Points> trajectory_y_ = program_.input<Points>("trajectory_y");
    interface::Input<double> steering_ = program_.input<double>("steering");  // for the trace
    interface::Output<double> accel_ = program_.output<double>("accel_cmd");
    interface::Output<double> brake_ = program_.output<double>("brake_cmd");
    interface::Output<double> steer_ = program_.output<double>("steer_cmd");
    interface::Output<std::int32_t> gear_ = program_.output<std::int32_t>("gear_cmd");
    autopilot::RouteFollower follower_;
    double time_s_ = 0;
};

void drive_route(const ddc::ProgramStart& start) {
    ddc::Table table = ddc::Table::open_or_create();  // named by DDC_NAME
    Car(table, start.reference_id).drive_on(start.stopped);
}

}  // namespace

int main(int argc, char** argv) {
    return ddc::run_program(argc, argv,
                            {"Drives the route of the demo, with injected faults.", DDC_VERSION},
                            drive_route);
}
