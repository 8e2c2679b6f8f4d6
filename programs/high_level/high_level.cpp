// SPDX-License-Identifier: MIT
// Follows a route by HighLevelControlCommand alone, a velocity and a curvature, with its lamps by
// VehicleStateCommand: both are struct ports. Pedals, steering and gear are the vehicle
// interface's. docs/vehicle-interface.md explains the ports.
#include "route_follower.hpp"

#include <ddc/version.h>
#include <ddc/interface/program.hpp>
#include <ddc/standard_streams.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace interface = ddc::interface;
using namespace std::chrono_literals;
using interface::BasicType;
using interface::DataType;

constexpr double acceleration_mps2 = 1.5, deceleration_mps2 = 2.5;  ///< of the speed asked for
constexpr double bend_1pm = 0.05;  ///< a curve that wants an indicator
constexpr double standing_mps = 0.1;

enum class Blinker : std::int32_t { off, left, right, hazard };
enum class Gear : std::int32_t { no_command, drive, reverse, park, low, neutral };
constexpr std::int32_t headlight_on = 1, wiper_off = 0, autonomous = 2;  // of the specification

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

/// Codes as enums of this program's own, or as numbers.
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

std::atomic<bool> stopped{false};

class Driver {
  public:
    Driver(ddc::Table& table, ddc::Id reference_id) : program_(table, reference_id, "high_level") {
        program_.publish();
    }

    void drive() {
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

    /// Indicators in bends. At the end of the way it parks, and has hazard lights on when it has.
    State state_on(const autopilot::Course& course) const {
        const bool has_arrived =
            course.velocity_mps < standing_mps && std::abs(velocity_mps()) < standing_mps;
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

/// @return 0 if the text is no reference id
ddc::Id reference_id_of(const char* text) {
    char* rest = nullptr;
    const long id = std::strtol(text, &rest, 16);
    const bool is_valid = *rest == '\0' && id >= ddc::first_program_id && id < ddc::max_capacity;
    return is_valid ? static_cast<ddc::Id>(id) : 0;
}

bool is_help(int argc, char** argv) {
    return argc == 2 && (std::strcmp(argv[1], "-h") == 0 || std::strcmp(argv[1], "--help") == 0);
}

}  // namespace

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::printf("high_level %s\n", DDC_VERSION);
        return 0;
    }
    const ddc::Id reference_id = argc == 2 ? reference_id_of(argv[1]) : 0;
    const bool is_asked = is_help(argc, argv);
    if (is_asked || reference_id == 0) {
        std::fprintf(is_asked ? stdout : stderr,
                     "Usage: %s REFERENCE_ID   (hexadecimal, 4000 or above)\n"
                     "Follows a route by velocity and curvature.\n",
                     argv[0]);
        return is_asked ? 0 : 2;
    }
    struct sigaction action {};
    action.sa_handler = [](int) { stopped = true; };
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    try {
        ddc::Table table = ddc::Table::open_or_create();  // named by DDC_NAME
        Driver(table, reference_id).drive();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
