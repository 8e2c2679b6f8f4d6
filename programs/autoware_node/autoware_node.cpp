// SPDX-License-Identifier: MIT
// Takes the role of Autoware: drives a vehicle of ROS 2 along a route, with Control messages or,
// like Autoware's raw_vehicle_cmd_converter, with accelerator, brake and hand wheel. Ends when the
// vehicle stands at the end of the route.
//
// Usage: autoware_node control|actuation DOMAIN ROUTE.csv [NAMESPACE]
// NAMESPACE is the prefix of the vehicle's topics, such as /vehicle_3.
#include "autoware.h"
#include "cyclone.hpp"
#include "pursuit.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>

namespace {

using Control = autoware_control_msgs_msg_dds__Control_;
using Actuation = tier4_vehicle_msgs_msg_dds__ActuationCommandStamped_;
using Gear = autoware_vehicle_msgs_msg_dds__GearCommand_;
using Odometry = nav_msgs_msg_dds__Odometry_;
using Time = builtin_interfaces_msg_dds__Time_;

constexpr std::uint8_t drive = 2;
constexpr std::chrono::seconds longest_silence{60};

/// Roughly the values of the public maps; the measured speed corrects the rest.
void set_pedals(const Wanted& wanted, Actuation& to) {
    constexpr double coasting_mps2 = -0.4, throttle_mps2 = 6, full_throttle = 0.5;
    constexpr double braking_mps2 = 3.5, full_brake = 0.8;
    const double above_coasting = wanted.accel_mps2 - coasting_mps2;
    to.actuation_.accel_cmd_ = std::clamp(above_coasting / throttle_mps2, 0.0, full_throttle);
    to.actuation_.brake_cmd_ = std::clamp(-above_coasting / braking_mps2, 0.0, full_brake);
}

/// Hand wheel angle of a variable gear ratio with Autoware's coefficients.
double hand_wheel_rad(double tyre_rad, double speed_mps) {
    constexpr double a = 15.713, b = 0.053, c = 0.042;
    return (a + b * speed_mps * speed_mps) * tyre_rad / (1 + c * std::abs(tyre_rad));
}

/// Reads the newest sample, if there is a new one.
class OdometryReader {
  public:
    OdometryReader(dds_entity_t participant, const std::string& space)
        : reader_(cyclone::create_reader(participant,
                                         ("rt" + space + "/localization/kinematic_state").c_str(),
                                         nav_msgs_msg_dds__Odometry__desc)) {}
    bool take(Seen& seen, Time& stamp) const {
        void* sample = nullptr;
        dds_sample_info_t info;
        if (dds_take(reader_, &sample, &info, 1, 1) != 1) return false;
        const auto& odometry = *static_cast<const Odometry*>(sample);
        const auto& pose = odometry.pose_.pose_;
        const auto& q = pose.orientation_;
        seen.at = {pose.position_.x_, pose.position_.y_};
        seen.yaw_rad =
            std::atan2(2 * (q.w_ * q.z_ + q.x_ * q.y_), 1 - 2 * (q.y_ * q.y_ + q.z_ * q.z_));
        seen.speed_mps = odometry.twist_.twist_.linear_.x_;
        stamp = odometry.header_.stamp_;
        dds_return_loan(reader_, &sample, 1);
        return info.valid_data &&
               std::isfinite(seen.at.x_m + seen.at.y_m + seen.yaw_rad + seen.speed_mps);
    }

  private:
    dds_entity_t reader_;
};

/// Transient local, like the writers of Autoware's gate.
class CommandWriter {
  public:
    CommandWriter(dds_entity_t participant, const std::string& space, bool is_actuation)
        : is_actuation_(is_actuation) {
        const std::string topics = "rt" + space + "/control/command/";
        gear_ = cyclone::create_writer(participant, (topics + "gear_cmd").c_str(),
                                       autoware_vehicle_msgs_msg_dds__GearCommand__desc);
        command_ =
            is_actuation
                ? cyclone::create_writer(participant, (topics + "actuation_cmd").c_str(),
                                         tier4_vehicle_msgs_msg_dds__ActuationCommandStamped__desc)
                : cyclone::create_writer(participant, (topics + "control_cmd").c_str(),
                                         autoware_control_msgs_msg_dds__Control__desc);
    }

    void write(const Wanted& wanted, const Seen& seen, const Time& stamp) {
        Gear gear{stamp, drive};
        dds_write(gear_, &gear);
        if (is_actuation_)
            write_actuation(wanted, seen, stamp);
        else
            write_control(wanted, stamp);
    }

  private:
    void write_actuation(const Wanted& wanted, const Seen& seen, const Time& stamp) {
        char frame[] = "base_link";
        Actuation command{};
        command.header_ = {stamp, frame};
        set_pedals(wanted, command);
        command.actuation_.steer_cmd_ = hand_wheel_rad(wanted.steer_rad, seen.speed_mps);
        dds_write(command_, &command);
    }
    void write_control(const Wanted& wanted, const Time& stamp) {
        Control command{};
        command.stamp_ = command.control_time_ = stamp;
        command.lateral_.stamp_ = command.longitudinal_.stamp_ = stamp;
        command.lateral_.steering_tire_angle_ = static_cast<float>(wanted.steer_rad);
        command.longitudinal_.velocity_ = static_cast<float>(wanted.speed_mps);
        command.longitudinal_.acceleration_ = static_cast<float>(wanted.accel_mps2);
        command.longitudinal_.is_defined_acceleration_ = true;
        dds_write(command_, &command);
    }

    bool is_actuation_;
    dds_entity_t gear_, command_;
};

int drive_route(bool is_actuation, dds_domainid_t domain, const char* route,
                const std::string& space) {
    Pursuit pursuit(route);
    const dds_entity_t participant = cyclone::join(domain);
    const OdometryReader reader(participant, space);
    CommandWriter writer(participant, space, is_actuation);
    auto last_seen = std::chrono::steady_clock::now();
    for (bool is_at_end = false; !is_at_end;) {
        Seen seen;
        Time stamp{};
        if (reader.take(seen, stamp)) {
            const Wanted wanted = pursuit.update(seen);
            writer.write(wanted, seen, stamp);
            is_at_end = wanted.is_at_end;
            last_seen = std::chrono::steady_clock::now();
        } else if (std::chrono::steady_clock::now() - last_seen > longest_silence) {
            throw std::runtime_error("there is no vehicle in this domain");
        } else {
            dds_sleepfor(DDS_MSECS(2));
        }
    }
    dds_delete(DDS_CYCLONEDDS_HANDLE);
    std::puts("autoware_node: at the end of the route");
    return 0;
}

/// @return nothing if the text is not a domain: a wrong one would move other cars
std::optional<dds_domainid_t> domain_of(const std::string& text) {
    constexpr unsigned last_domain = 101;  // its ports are below Linux' ephemeral ports
    dds_domainid_t domain = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, domain);
    if (error != std::errc{} || rest != end || domain > last_domain) return std::nullopt;
    return domain;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string level = argc == 4 || argc == 5 ? argv[1] : "";
    if (level != "control" && level != "actuation") {
        std::fputs("Usage: autoware_node control|actuation DOMAIN ROUTE.csv [NAMESPACE]\n", stderr);
        return 2;
    }
    const std::optional<dds_domainid_t> domain = domain_of(argv[2]);
    if (!domain) {
        std::fprintf(stderr,
                     "autoware_node: DOMAIN must be a whole number from 0 to 101, is '%s'\n",
                     argv[2]);
        return 2;
    }
    try {
        return drive_route(level == "actuation", *domain, argv[3], argc == 5 ? argv[4] : "");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "autoware_node: %s\n", error.what());
        return 1;
    }
}
