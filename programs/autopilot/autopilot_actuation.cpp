// SPDX-License-Identifier: MIT
// The autopilot at the level of actuation: it gives the pedals' rows and the angle of the wheels
// that vehicles of the family actuation_cmd take. `./demo safety` drives it with injected faults.
#include "route_follower.hpp"

#include <ddc/version.h>
#include <ddc/interface/program.hpp>
#include <ddc/run_program.hpp>

#include <algorithm>
#include <array>
#include <atomic>

namespace {

namespace interface = ddc::interface;
using namespace std::chrono_literals;
using autopilot::pi;
using interface::Vec2;

/// The pedals' last rows in the vehicle's maps.
constexpr double full_accel = 0.5, full_brake = 0.8;
/// Public gear code.
constexpr std::int32_t drive = 2;

class Car {
  public:
    Car(ddc::Table& table, ddc::Id reference_id)
        : program_(table, reference_id, "autopilot_actuation") {
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
        const autopilot::Outputs out = follower_.update(inputs(), program_.delta_s());
        program_.set(accel_, full_accel * out.gas);
        program_.set(brake_, full_brake * out.braking);
        program_.set(steer_, out.steering_deg * pi / 180);
        program_.set(gear_, drive);
    }

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
};

void drive_route(const ddc::ProgramStart& start) {
    ddc::Table table = ddc::Table::open_or_create();  // named by DDC_NAME
    Car(table, start.reference_id).drive_on(start.stopped);
}

}  // namespace

int main(int argc, char** argv) {
    return ddc::run_program(
        argc, argv,
        {"Drives the route of the demo by accel_cmd, brake_cmd and steer_cmd.", DDC_VERSION},
        drive_route);
}
