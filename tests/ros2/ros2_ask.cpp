// SPDX-License-Identifier: MIT
// Sends one request to a vehicle, by Cyclone DDS.
//
// Usage: ros2_ask DOMAIN mode CODE     calls the service; prints `success 1` or `success 0`
//        ros2_ask DOMAIN gear CODE     publishes GearCommand
//        ros2_ask DOMAIN engage 0|1    publishes Engage
//        ros2_ask DOMAIN pose X Y      publishes an initial pose that heads along y
//        ros2_ask DOMAIN high_level V C   publishes HighLevelControlCommand 100 times a second,
//        after a
//                                      VehicleStateCommand with blinker 1, wiper 1 and autonomous,
//                                      until it is ended
//        ros2_ask DOMAIN too_much      reads and writes with QoS that do not go together, until it
//                                      is ended
#include "autoware.h"
#include "cyclone.hpp"
#include "vehicle_interface.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace {

using Request = autoware_vehicle_msgs_srv_dds__ControlModeCommand_Request_;
using Response = autoware_vehicle_msgs_srv_dds__ControlModeCommand_Response_;

void await_reader(dds_entity_t writer) {
    dds_instance_handle_t reader;
    while (dds_get_matched_subscriptions(writer, &reader, 1) < 1) dds_sleepfor(DDS_MSECS(5));
}

template <class Message>
void publish(dds_entity_t participant, const char* topic, const dds_topic_descriptor_t& type,
             const Message& message) {
    const dds_entity_t writer = cyclone::create_writer(participant, topic, type);
    await_reader(writer);
    dds_write(writer, &message);
    dds_wait_for_acks(writer, DDS_SECS(10));
}

bool take_reply(dds_entity_t replies, std::uint64_t client) {
    void* sample = nullptr;
    dds_sample_info_t info;
    if (dds_take(replies, &sample, &info, 1, 1) != 1) return false;
    const auto& response = *static_cast<const Response*>(sample);
    const bool is_ours = info.valid_data && response.client_ == client;
    if (is_ours) std::printf("success %d\n", response.success_ ? 1 : 0);
    dds_return_loan(replies, &sample, 1);
    return is_ours;
}

/// Repeats it each second, since the reply may be lost while DDS discovers its reader.
void request_mode(dds_entity_t participant, std::uint8_t mode) {
    const dds_entity_t replies = cyclone::create_reader(
        participant, "rr/control/control_mode_requestReply",
        autoware_vehicle_msgs_srv_dds__ControlModeCommand_Response__desc, 10);
    const dds_entity_t requests =
        cyclone::create_writer(participant, "rq/control/control_mode_requestRequest",
                               autoware_vehicle_msgs_srv_dds__ControlModeCommand_Request__desc);
    await_reader(requests);
    constexpr std::uint64_t client = 0x1122334455667788;
    constexpr int polls_per_second = 500;
    for (int look = 0; !take_reply(replies, client); ++look) {
        const Request request{client, look / polls_per_second, {1, 2}, mode};
        if (look % polls_per_second == 0) dds_write(requests, &request);
        dds_sleepfor(DDS_MSECS(2));
    }
}

void publish_pose(dds_entity_t participant, double x_m, double y_m) {
    char frame[] = "map";
    geometry_msgs_msg_dds__PoseWithCovarianceStamped_ message{};
    message.header_ = {{1, 2}, frame};
    auto& pose = message.pose_.pose_;
    pose.position_ = {x_m, y_m, 0};
    pose.orientation_ = {0, 0, std::sqrt(0.5), std::sqrt(0.5)};
    publish(participant, "rt/initialpose3d", geometry_msgs_msg_dds__PoseWithCovarianceStamped__desc,
            message);
}

void drive(dds_entity_t participant, float velocity_mps, float curvature) {
    vehicle_interface_msgs_msg_dds__VehicleStateCommand_ state{};
    state.blinker_ = 1;
    state.wiper_ = 1;
    state.autonomous_ = true;
    publish(participant, "rt/vehicle_interface/vehicle_state_command",
            vehicle_interface_msgs_msg_dds__VehicleStateCommand__desc, state);
    const dds_entity_t writer =
        cyclone::create_writer(participant, "rt/vehicle_interface/high_level_control_command",
                               vehicle_interface_msgs_msg_dds__HighLevelControlCommand__desc);
    await_reader(writer);
    const vehicle_interface_msgs_msg_dds__HighLevelControlCommand_ control{
        {1, 2}, velocity_mps, curvature};
    for (;;) {
        dds_write(writer, &control);
        dds_sleepfor(DDS_MSECS(10));
    }
}

void request_incompatible_qos(dds_entity_t participant) {
    dds_qos_t* kept = cyclone::qos_of(DDS_DURABILITY_TRANSIENT_LOCAL, 1);
    cyclone::checked(dds_create_reader(participant,
                                       cyclone::create_topic(participant, "rt/clock",
                                                             rosgraph_msgs_msg_dds__Clock__desc),
                                       kept, nullptr),
                     "reader");
    dds_qos_t* best_effort = dds_create_qos();
    dds_qset_reliability(best_effort, DDS_RELIABILITY_BEST_EFFORT, 0);
    cyclone::checked(
        dds_create_writer(participant,
                          cyclone::create_topic(participant, "rt/control/command/gear_cmd",
                                                autoware_vehicle_msgs_msg_dds__GearCommand__desc),
                          best_effort, nullptr),
        "writer");
    for (;;) dds_sleepfor(DDS_SECS(1));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    constexpr unsigned longest_life_s = 150;
    ::alarm(longest_life_s);
    const dds_entity_t participant =
        cyclone::join(static_cast<dds_domainid_t>(std::strtoul(argv[1], nullptr, 10)));
    const std::string what = argv[2];
    const auto code = static_cast<std::uint8_t>(argc > 3 ? std::atoi(argv[3]) : 0);
    if (what == "mode") request_mode(participant, code);
    if (what == "gear")
        publish(participant, "rt/control/command/gear_cmd",
                autoware_vehicle_msgs_msg_dds__GearCommand__desc,
                autoware_vehicle_msgs_msg_dds__GearCommand_{{1, 2}, code});
    if (what == "engage")
        publish(participant, "rt/vehicle/engage", autoware_vehicle_msgs_msg_dds__Engage__desc,
                autoware_vehicle_msgs_msg_dds__Engage_{{1, 2}, code != 0});
    if (what == "pose" && argc == 5)
        publish_pose(participant, std::atof(argv[3]), std::atof(argv[4]));
    if (what == "high_level" && argc == 5)
        drive(participant, std::strtof(argv[3], nullptr), std::strtof(argv[4], nullptr));
    if (what == "too_much") request_incompatible_qos(participant);
    dds_delete(DDS_CYCLONEDDS_HANDLE);
    return 0;
}
