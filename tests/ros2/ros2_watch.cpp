// SPDX-License-Identifier: MIT
// Prints the samples of a vehicle that Cyclone DDS reads, one a line: its topic, its time in ns,
// its frames and its numbers. Ends when each topic has had COUNT samples.
//
// Usage: ros2_watch DOMAIN COUNT [--in NAMESPACE] [TOPIC...]
// NAMESPACE is the prefix of all topics but /clock; lines have them without it. Default topics: all
// but those of a program's ports and of the vehicle interface.
#include "autoware.h"
#include "cyclone.hpp"
#include "ports.h"
#include "vehicle_interface.h"

#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace {

using Header = std_msgs_msg_dds__Header_;

template <class Time>
void print_header(const char* topic, const Time& time) {
    std::printf("%s %" PRId64, topic, std::int64_t{time.sec_} * 1'000'000'000 + time.nanosec_);
}

void print_header(const char* topic, const Header& header) {
    print_header(topic, header.stamp_);
    std::printf(" %s", header.frame_id_);
}

void numbers(std::initializer_list<double> values) {
    for (const double value : values) std::printf(" %.17g", value);
}

template <class Vector>
void vector(const Vector& v) {
    numbers({v.x_, v.y_, v.z_});
}

void quaternion(const geometry_msgs_msg_dds__Quaternion_& q) {
    numbers({q.x_, q.y_, q.z_, q.w_});
}

void print(const char* topic, const rosgraph_msgs_msg_dds__Clock_& m) {
    print_header(topic, m.clock_);
}

void print(const char* topic, const autoware_vehicle_msgs_msg_dds__VelocityReport_& m) {
    print_header(topic, m.header_);
    numbers({m.longitudinal_velocity_, m.lateral_velocity_, m.heading_rate_});
}

void print(const char* topic, const autoware_vehicle_msgs_msg_dds__SteeringReport_& m) {
    print_header(topic, m.stamp_);
    numbers({m.steering_tire_angle_});
}

template <class Report>
void print(const char* topic, const Report& m) {
    print_header(topic, m.stamp_);
    numbers({static_cast<double>(m.report_)});
}

void print(const char* topic, const autoware_vehicle_msgs_msg_dds__ControlModeReport_& m) {
    print_header(topic, m.stamp_);
    numbers({static_cast<double>(m.mode_)});
}

void print(const char* topic, const tier4_vehicle_msgs_msg_dds__ActuationStatusStamped_& m) {
    print_header(topic, m.header_);
    numbers({m.status_.accel_status_, m.status_.brake_status_, m.status_.steer_status_});
}

void print(const char* topic, const sensor_msgs_msg_dds__Imu_& m) {
    print_header(topic, m.header_);
    quaternion(m.orientation_);
    vector(m.angular_velocity_);
    vector(m.linear_acceleration_);
}

void print(const char* topic, const tf2_msgs_msg_dds__TFMessage_& m) {
    const auto& transform = m.transforms_._buffer[0];
    print_header(topic, transform.header_);
    std::printf(" %s", transform.child_frame_id_);
    vector(transform.transform_.translation_);
    quaternion(transform.transform_.rotation_);
}

void print(const char* topic, const nav_msgs_msg_dds__Odometry_& m) {
    print_header(topic, m.header_);
    std::printf(" %s", m.child_frame_id_);
    vector(m.pose_.pose_.position_);
    quaternion(m.pose_.pose_.orientation_);
    vector(m.twist_.twist_.linear_);
    vector(m.twist_.twist_.angular_);
}

void print(const char* topic, const geometry_msgs_msg_dds__AccelWithCovarianceStamped_& m) {
    print_header(topic, m.header_);
    vector(m.accel_.accel_.linear_);
}

void print(const char* topic, const ddc_msgs_msg_dds__Inputs_& m) {
    print_header(topic, m.header_.stamp_);
    numbers({m.true_velocity_, m.true_position_.x_, m.true_position_.y_, m.true_compass_,
             static_cast<double>(m.trajectory_length_)});
    for (const double x_m : m.trajectory_x_) numbers({x_m});
    for (const double y_m : m.trajectory_y_) numbers({y_m});
    numbers({m.steering_, m.gas_, m.braking_});
}

void print(const char* topic, const ddc_msgs_msg_dds__Outputs_& m) {
    print_header(topic, m.header_.stamp_);
    numbers({m.set_steering_, m.set_gas_, m.set_braking_});
}

void print(const char* topic, const vehicle_interface_msgs_msg_dds__VehicleOdometry_& m) {
    print_header(topic, m.stamp_);
    numbers({m.velocity_mps_, m.front_wheel_angle_rad_, m.rear_wheel_angle_rad_});
}

void print(const char* topic, const vehicle_interface_msgs_msg_dds__VehicleStateReport_& m) {
    print_header(topic, m.stamp_);
    for (const int value : {int{m.fuel_}, int{m.blinker_}, int{m.headlight_}, int{m.wiper_},
                            int{m.gear_}, int{m.mode_}, int{m.hand_brake_}, int{m.horn_}})
        std::printf(" %d", value);
}

/// A topic, and the number of its samples.
struct Watched {
    std::string name;
    std::function<int()> print_new;
    int samples = 0;
};

constexpr int read_depth = 100;
constexpr unsigned longest_life_s = 150;
const std::string program_topics = "/program/", interface_topics = "/vehicle_interface/";

template <class Message>
Watched watch(dds_entity_t participant, const std::string& space, const std::string& name,
              const dds_topic_descriptor_t& type) {
    const dds_entity_t reader =
        cyclone::create_reader(participant, ("rt" + space + name).c_str(), type, read_depth);
    return {name,
            [reader, name] {
                int printed = 0;
                void* samples[read_depth] = {nullptr};
                dds_sample_info_t infos[read_depth];
                const int count = dds_take(reader, samples, infos, read_depth, read_depth);
                for (int i = 0; i < count; ++i) {
                    if (!infos[i].valid_data) continue;
                    print(name.c_str(), *static_cast<const Message*>(samples[i]));
                    std::printf("\n");
                    ++printed;
                }
                if (count > 0) dds_return_loan(reader, samples, count);
                return printed;
            },
            0};
}

#define WATCH(NAME, TYPE) topics.push_back(watch<TYPE>(participant, space, NAME, TYPE##_desc))

std::vector<Watched> watch_vehicle(dds_entity_t participant, const std::string& space) {
    std::vector<Watched> topics;
    topics.push_back(watch<rosgraph_msgs_msg_dds__Clock_>(participant, "", "/clock",
                                                          rosgraph_msgs_msg_dds__Clock__desc));
    WATCH("/vehicle/status/velocity_status", autoware_vehicle_msgs_msg_dds__VelocityReport_);
    WATCH("/vehicle/status/steering_status", autoware_vehicle_msgs_msg_dds__SteeringReport_);
    WATCH("/vehicle/status/gear_status", autoware_vehicle_msgs_msg_dds__GearReport_);
    WATCH("/vehicle/status/turn_indicators_status",
          autoware_vehicle_msgs_msg_dds__TurnIndicatorsReport_);
    WATCH("/vehicle/status/hazard_lights_status",
          autoware_vehicle_msgs_msg_dds__HazardLightsReport_);
    WATCH("/vehicle/status/control_mode", autoware_vehicle_msgs_msg_dds__ControlModeReport_);
    WATCH("/vehicle/status/actuation_status", tier4_vehicle_msgs_msg_dds__ActuationStatusStamped_);
    WATCH("/sensing/imu/imu_data", sensor_msgs_msg_dds__Imu_);
    WATCH("/tf", tf2_msgs_msg_dds__TFMessage_);
    WATCH("/localization/kinematic_state", nav_msgs_msg_dds__Odometry_);
    WATCH("/localization/acceleration", geometry_msgs_msg_dds__AccelWithCovarianceStamped_);
    WATCH(program_topics + "inputs", ddc_msgs_msg_dds__Inputs_);
    WATCH(program_topics + "outputs", ddc_msgs_msg_dds__Outputs_);
    WATCH(interface_topics + "vehicle_odometry", vehicle_interface_msgs_msg_dds__VehicleOdometry_);
    WATCH(interface_topics + "vehicle_state_report",
          vehicle_interface_msgs_msg_dds__VehicleStateReport_);
    return topics;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    ::alarm(longest_life_s);
    const auto domain = static_cast<dds_domainid_t>(std::strtoul(argv[1], nullptr, 10));
    const int wanted = std::atoi(argv[2]);
    const dds_entity_t participant = cyclone::join(domain);
    std::vector<std::string> only(argv + 3, argv + argc);
    std::string space;
    if (only.size() > 1 && only[0] == "--in") {
        space = only[1];
        only.erase(only.begin(), only.begin() + 2);
    }
    std::vector<Watched> topics = watch_vehicle(participant, space);
    const auto is_left_out = [&](const Watched& topic) {
        if (only.empty())
            return topic.name.rfind(program_topics, 0) == 0 ||
                   topic.name.rfind(interface_topics, 0) == 0;
        return std::find(only.begin(), only.end(), topic.name) == only.end();
    };
    topics.erase(std::remove_if(topics.begin(), topics.end(), is_left_out), topics.end());
    const dds_entity_t waitset = cyclone::checked(dds_create_waitset(participant), "waitset");
    for (bool is_missing = true; is_missing;) {
        is_missing = false;
        for (Watched& topic : topics) {
            topic.samples += topic.print_new();
            is_missing |= topic.samples < wanted;
        }
        std::fflush(stdout);
        dds_waitset_wait(waitset, nullptr, 0, DDS_MSECS(5));
    }
    dds_delete(DDS_CYCLONEDDS_HANDLE);
    return 0;
}
