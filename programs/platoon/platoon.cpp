// SPDX-License-Identifier: MIT
// An autopilot that platoons over a SOCKET port: the first car drives at a varying speed, every
// other one keeps a time gap to the vehicle ahead, of which it has only the broadcasts.
// docs/reference/sockets.md explains it.
#include "route_follower.hpp"

#include <ddc/version.h>
#include <ddc/interface/program.hpp>
#include <ddc/run_program.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

namespace {

namespace interface = ddc::interface;
using namespace std::chrono_literals;
using autopilot::pi;
using interface::Vec2;

// SI units; gaps are between the cars' centres.
constexpr double leader_mps = 7, leader_swing_mps = 2, leader_swing_s = 20;
constexpr double standstill_gap_m = 9, time_gap_s = 1.2;
constexpr double speed_per_gap = 0.8;  ///< m/s per metre of excess distance
constexpr double top_mps = 15;
constexpr int last_place = 99;
constexpr double beacon_period_s = 0.1;
/// A car that receives no beacon for this time stops. A beacon with a time further ahead is
/// ignored: it would be newer than all that follow.
constexpr double beacon_lifetime_s = 1;

/// Broadcast of a car: its place in the platoon, time, position and speed.
using Beacon = std::tuple<std::int32_t, double, Vec2, double>;

interface::DataType beacon_type() {
    using interface::BasicType;
    return interface::struct_of("Beacon", {{"place", BasicType::n},
                                           {"time_s", BasicType::q},
                                           {"position", BasicType::vec2},
                                           {"speed_mps", BasicType::q}});
}

class Car {
  public:
    Car(ddc::Table& table, ddc::Id reference_id, int place)
        : program_(table, reference_id, "platoon"), place_(place) {
        program_.publish();
    }

    void drive(const std::atomic<bool>& stopped) {
        while (!stopped) {
            if (program_.begin_cycle(ddc::Clock::now() + 20ms) != ddc::Status::ok) continue;
            cycle();
            program_.end_cycle();
        }
    }

  private:
    using Points = std::array<double, autopilot::Inputs::max_points>;

    void cycle() {
        time_s_ += autopilot::usable_time_s(program_.delta_s());
        const autopilot::Inputs in = inputs();
        receive();
        follower_.set_cruise_mps(place_ == 0 ? leader_speed_mps() : following_speed_mps(in));
        const autopilot::Outputs out = follower_.update(in, program_.delta_s());
        program_.set(steering_, out.steering_deg);
        program_.set(gas_, out.gas);
        program_.set(braking_, out.braking);
        if (time_s_ >= next_beacon_s_) broadcast(in);
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

    /// Keeps the newest usable beacon of the vehicle ahead.
    void receive() {
        for (const auto& packet : program_.received(convoy_)) {
            const bool is_newer = !beacon_ || std::get<1>(packet.payload) > std::get<1>(*beacon_);
            if (std::get<0>(packet.payload) == place_ - 1 && is_newer && is_usable(packet.payload))
                beacon_ = packet.payload;
        }
    }

    bool is_usable(const Beacon& beacon) const {
        const auto& [place, sent_s, position, speed_mps] = beacon;
        return std::abs(sent_s - time_s_) <= beacon_lifetime_s && std::isfinite(position.x) &&
               std::isfinite(position.y) && std::isfinite(speed_mps);
    }

    void broadcast(const autopilot::Inputs& in) {
        program_.send(convoy_,
                      {"", Beacon{place_, time_s_, Vec2{in.x_m, in.y_m}, in.velocity_kmh / 3.6}});
        next_beacon_s_ += beacon_period_s;
    }

    double leader_speed_mps() const {
        return leader_mps + leader_swing_mps * std::sin(2 * pi * time_s_ / leader_swing_s);
    }

    /// Assumes that the vehicle ahead has kept its speed since its beacon.
    double following_speed_mps(const autopilot::Inputs& in) const {
        if (!beacon_) return 0;
        const auto& [place, sent_s, position, speed_mps] = *beacon_;
        const double age_s = time_s_ - sent_s;
        if (age_s > beacon_lifetime_s) return 0;
        const double gap_m =
            std::hypot(position.x - in.x_m, position.y - in.y_m) + speed_mps * age_s;
        const double wanted_m = standstill_gap_m + time_gap_s * in.velocity_kmh / 3.6;
        return std::clamp(speed_mps + speed_per_gap * (gap_m - wanted_m), 0.0, top_mps);
    }

    interface::Program program_;
    int place_;
    interface::Input<double> velocity_ = program_.input<double>("true_velocity");
    interface::Input<Vec2> position_ = program_.input<Vec2>("true_position");
    interface::Input<double> compass_ = program_.input<double>("true_compass");
    interface::Input<std::int32_t> length_ = program_.input<std::int32_t>("trajectory_length");
    interface::Input<Points> trajectory_x_ = program_.input<Points>("trajectory_x");
    interface::Input<Points> trajectory_y_ = program_.input<Points>("trajectory_y");
    interface::Output<double> steering_ = program_.output<double>("set_steering");
    interface::Output<double> gas_ = program_.output<double>("set_gas");
    interface::Output<double> braking_ = program_.output<double>("set_braking");
    interface::Socket<Beacon> convoy_ =
        program_.socket<Beacon>("convoy", interface::Direction::io, beacon_type());
    autopilot::RouteFollower follower_;
    std::optional<Beacon> beacon_;
    double time_s_ = 0;
    double next_beacon_s_ = 0;
};

/// @throws ddc::ArgumentError if the text is not a place in the platoon
int place_of(const std::string& text) {
    char* rest = nullptr;
    const long place = std::strtol(text.c_str(), &rest, 10);
    if (text.empty() || *rest != '\0' || place < 0 || place > last_place)
        throw ddc::ArgumentError("PLACE must be 0 to 99, is '" + text + "'");
    return static_cast<int>(place);
}

void drive(const ddc::ProgramStart& start) {
    const int place = place_of(start.arguments.front());
    ddc::Table table = ddc::Table::open_or_create();  // named by DDC_NAME
    Car(table, start.reference_id, place).drive(start.stopped);
}

}  // namespace

int main(int argc, char** argv) {
    return ddc::run_program(
        argc, argv, {"Drives in a platoon: PLACE 0 leads, 1 to 99 follow.", DDC_VERSION, {"PLACE"}},
        drive);
}
