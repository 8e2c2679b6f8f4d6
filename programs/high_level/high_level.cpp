// SPDX-License-Identifier: MIT
// Follows a route with only a velocity and a curvature (HighLevelControlCommand) and switches its
// lamps (VehicleStateCommand): both are struct ports. The vehicle interface converts them to
// pedals, steering and gear. docs/reference/vehicle-interface.md explains the ports.
#include "route_follower.hpp"

#include <ddc/version.h>
#include <ddc/interface/program.hpp>
#include <ddc/run_program.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace interface = ddc::interface;
using namespace std::chrono_literals;
using interface::BasicType;
using interface::DataType;

constexpr double acceleration_mps2 = 1.5, deceleration_mps2 = 2.5;  ///< of the commanded speed
constexpr double bend_1pm = 0.05;  ///< a curve that needs an indicator
constexpr double standstill_mps = 0.1;

enum class Blinker : std::int32_t { off, left, right, hazard };
enum class Gear : std::int32_t { no_command, drive, reverse, park, low, neutral };
constexpr std::int32_t headlight_on = 1, wiper_off = 0, autonomous = 2;  // specified codes

/// stamp, velocity_mps, front_wheel_angle_rad, rear_wheel_angle_rad
using Odometry = std::tuple<std::tuple<std::int32_t, std::int32_t>, double, double, double>;
/// velocity_mps, curvature
using HighLevel = std::tuple<double, double>;
/// blinker, headlight, wiper, gear, mode, hand_brake, horn, fuel
using Report = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t, std::int32_t,
                          bool, bool, std::int32_t>;
/// The same without fuel.
using State =
    std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t, std::int32_t, bool, bool>;

DataType odometry_type() {
    const DataType time =
        interface::struct_of("Time", {{"sec", BasicType::z}, {"nanosec", BasicType::z}});
    return interface::struct_of("VehicleOdometry", {{"stamp", time},
                                                    {"velocity_mps", BasicType::q},
                                                    {"front_wheel_angle_rad", BasicType::q},
                                                    {"rear_wheel_angle_rad", BasicType::q}});
}

DataType high_level_type() {
    return interface::struct_of("HighLevelControlCommand",
                                {{"velocity_mps", BasicType::q}, {"curvature", BasicType::q}});
}

/// Codes as enums defined by this program, or as numbers.
std::vector<std::pair<std::string, DataType>> state_fields(const DataType& blinker) {
    const DataType gear =
        interface::enum_of("Gear", {"NO_COMMAND", "DRIVE", "REVERSE", "PARK", "LOW", "NEUTRAL"});
    return {{"blinker", blinker},        {"headlight", BasicType::z},
            {"wiper", BasicType::z},     {"gear", gear},
            {"mode", BasicType::z},      {"hand_brake", BasicType::boolean},
            {"horn", BasicType::boolean}};
}

DataType report_type() {
    auto fields = state_fields(BasicType::z);
    fields.emplace_back("fuel", BasicType::z);
    return interface::struct_of("VehicleStateReport", fields);
}

DataType state_type() {
    return interface::struct_of(
        "VehicleStateCommand",
        state_fields(interface::enum_of("Blinker", {"OFF", "LEFT", "RIGHT", "HAZARD"})));
}

class Driver {
  public:
    Driver(ddc::Table& table, ddc::Id reference_id) : program_(table, reference_id, "high_level") {
        program_.publish();
    }

    void drive(const std::atomic<bool>& stopped) {
        while (!stopped) {
            if (program_.begin_cycle(ddc::Clock::now() + 20ms) != ddc::Status::ok) continue;
            const autopilot::Course course = follower_.course(inputs());
            const double delta_s = autopilot::usable_time_s(program_.delta_s());
            wanted_mps_ += std::clamp(course.velocity_mps - wanted_mps_,
                                      -deceleration_mps2 * delta_s, acceleration_mps2 * delta_s);
            program_.set(control_, {wanted_mps_, course.curvature});
            program_.set(state_, state_on(course));
            program_.end_cycle();
        }
    }

  private:
    using Points = std::array<double, autopilot::Inputs::max_points>;

    double velocity_mps() const { return std::get<1>(program_.get(odometry_)); }

    autopilot::Inputs inputs() const {
        autopilot::Inputs in;
        in.velocity_kmh = velocity_mps() * 3.6;
        const interface::Vec2 position = program_.get(position_);
        in.x_m = position.x;
        in.y_m = position.y;
        in.compass_deg = program_.get(compass_);
        in.trajectory_length = program_.get(length_);
        const Points x = program_.get(trajectory_x_), y = program_.get(trajectory_y_);
        std::copy(x.begin(), x.end(), in.trajectory_x_m);
        std::copy(y.begin(), y.end(), in.trajectory_y_m);
        return in;
    }

    /// Indicators in bends. At the end of the route it parks and turns on the hazard lights.
    State state_on(const autopilot::Course& course) const {
        const bool has_arrived =
            course.velocity_mps < standstill_mps && std::abs(velocity_mps()) < standstill_mps;
        const Gear reported = static_cast<Gear>(std::get<3>(program_.get(report_)));
        Blinker blinker = reported == Gear::park ? Blinker::hazard : Blinker::off;
        if (reported != Gear::park && std::abs(course.curvature) > bend_1pm)
            blinker = course.curvature > 0 ? Blinker::left : Blinker::right;
        const Gear gear = has_arrived ? Gear::park : Gear::no_command;
        return {static_cast<std::int32_t>(blinker),
                headlight_on,
                wiper_off,
                static_cast<std::int32_t>(gear),
                autonomous,
                false,
                false};
    }

    interface::Program program_;
    interface::Input<Odometry> odometry_ =
        program_.input<Odometry>("vehicle_odometry", odometry_type());
    interface::Input<Report> report_ =
        program_.input<Report>("vehicle_state_report", report_type());
    interface::Input<interface::Vec2> position_ = program_.input<interface::Vec2>("true_position");
    interface::Input<double> compass_ = program_.input<double>("true_compass");
    interface::Input<std::int32_t> length_ = program_.input<std::int32_t>("trajectory_length");
    interface::Input<Points> trajectory_x_ = program_.input<Points>("trajectory_x");
    interface::Input<Points> trajectory_y_ = program_.input<Points>("trajectory_y");
    interface::Output<HighLevel> control_ =
        program_.output<HighLevel>("high_level_control_command", high_level_type());
    interface::Output<State> state_ = program_.output<State>("vehicle_state_command", state_type());
    autopilot::RouteFollower follower_;
    double wanted_mps_ = 0;
};

void drive(const ddc::ProgramStart& start) {
    ddc::Table table = ddc::Table::open_or_create();  // named by DDC_NAME
    Driver(table, start.reference_id).drive(start.stopped);
}

}  // namespace

int main(int argc, char** argv) {
    return ddc::run_program(argc, argv, {"Follows a route by velocity and curvature.", DDC_VERSION},
                            drive);
}
