// SPDX-License-Identifier: MIT
#include "command_board.hpp"

#include "../../messages/gear_codes.hpp"
#include "../../recording/vehicle_messages.hpp"
#include "names.hpp"

#include <ddc/recording/cdr.hpp>

#include <cmath>
#include <stdexcept>
#include <utility>

namespace gateway::ros2 {
namespace {

using namespace ddc::recording;

constexpr const char* mode_service = "/control/control_mode_request";
constexpr std::uint8_t autonomous_mode = 1, manual_mode = 4;
constexpr std::uint8_t most_indicators = 3, most_hazard_lights = 2;

/// @throws std::runtime_error
void require(bool holds, const char* otherwise) {
    if (!holds) throw std::runtime_error(otherwise);
}

}  // namespace

CommandBoard::CommandBoard(std::shared_ptr<dds::Participant> participant, Ros2Commands commands,
                           Log report, OnInitialPose on_pose, std::string space)
    : participant_(std::move(participant)),
      commands_(commands),
      report_(std::move(report)),
      on_pose_(std::move(on_pose)),
      space_(std::move(space)) {
    if (commands_ == Ros2Commands::actuation) {
        asked_.control.emplace<ActuationCommand>();
        read(command_topic(), &CommandBoard::take_actuation);
    } else {
        read(command_topic(), &CommandBoard::take_control);
    }
    read(space_ + "/control/command/gear_cmd", &CommandBoard::take_gear);
    read(space_ + "/control/command/turn_indicators_cmd", &CommandBoard::take_indicators);
    read(space_ + "/control/command/hazard_lights_cmd", &CommandBoard::take_hazard_lights);
    read(space_ + "/vehicle/engage", &CommandBoard::take_engage);
    read(space_ + "/initialpose3d", &CommandBoard::take_pose);
    service_ = participant_->create_service(
        dds_service(space_ + mode_service, "autoware_vehicle_msgs/srv/ControlModeCommand"),
        [this](const std::byte* request, std::size_t size) { return answer(request, size); });
}

std::string CommandBoard::command_topic() const {
    const bool is_actuation = commands_ == Ros2Commands::actuation;
    return space_ + "/control/command/" + (is_actuation ? "actuation_cmd" : "control_cmd");
}

template <class Message>
void CommandBoard::read(const std::string& topic, void (CommandBoard::*take)(const Message&)) {
    auto on_sample = [this, topic, take, is_told = false](const std::byte* sample,
                                                          std::size_t size) mutable {
        try {
            (this->*take)(from_cdr<Message>(sample, size));
        } catch (const std::exception& error) {
            if (!std::exchange(is_told, true))
                report_("ros2: a sample of '" + topic + "' is refused: " + error.what() +
                        "; more like it are not told");
        }
    };
    readers_.push_back(participant_->create_reader(
        dds_topic(topic), dds_type(Fields<Message>::name), std::move(on_sample)));
}

std::optional<Asked> CommandBoard::try_look() const {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return std::nullopt;
    return asked_;
}

void CommandBoard::take_control(const messages::Control& message) {
    AccelerationCommand command;
    command.accel_mps2 = message.longitudinal.acceleration;
    command.velocity_mps = message.longitudinal.velocity;
    command.front_steer_rad = message.lateral.steering_tire_angle;
    require(std::isfinite(command.accel_mps2) && std::isfinite(command.velocity_mps) &&
                std::isfinite(command.front_steer_rad),
            "it is not finite");
    const std::lock_guard lock(mutex_);
    asked_.control = command;
    ++asked_.commands;
}

void CommandBoard::take_actuation(const messages::ActuationCommandStamped& message) {
    const messages::ActuationCommand& given = message.actuation;
    require(std::isfinite(given.accel_cmd) && std::isfinite(given.brake_cmd) &&
                std::isfinite(given.steer_cmd),
            "it is not finite");
    const std::lock_guard lock(mutex_);
    asked_.control = ActuationCommand{given.accel_cmd, given.brake_cmd, given.steer_cmd};
    ++asked_.commands;
}

void CommandBoard::take_gear(const messages::GearCommand& message) {
    const auto gear = messages::gear_of_code(message.command);
    require(gear.has_value(), "there is no such gear");
    const std::lock_guard lock(mutex_);
    if (*gear != Gear::no_command) asked_.gear = *gear;
}

void CommandBoard::take_indicators(const messages::TurnIndicatorsCommand& message) {
    require(message.command <= most_indicators, "there is no such command");
    const std::lock_guard lock(mutex_);
    if (message.command != 0) asked_.indicators = message.command;
}

void CommandBoard::take_hazard_lights(const messages::HazardLightsCommand& message) {
    require(message.command <= most_hazard_lights, "there is no such command");
    const std::lock_guard lock(mutex_);
    if (message.command != 0) asked_.hazard_lights = message.command;
}

void CommandBoard::take_engage(const messages::Engage& message) {
    const std::lock_guard lock(mutex_);
    asked_.is_engaged = message.engage;
}

/// Height, roll and pitch are those of the road there.
void CommandBoard::take_pose(const PoseWithCovarianceStamped& message) {
    require(message.header.frame_id == map_frame, "its frame is not map");
    const Pose& pose = message.pose.pose;
    const Quaternion& q = pose.orientation;
    const double length = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    require(std::isfinite(pose.position.x) && std::isfinite(pose.position.y) &&
                std::isfinite(length) && length > 0,
            "it is not finite, or its orientation is 0");
    on_pose_(
        {pose.position.x, pose.position.y,
         std::atan2(2 * (q.w * q.z + q.x * q.y), q.w * q.w + q.x * q.x - q.y * q.y - q.z * q.z)});
}

std::vector<std::byte> CommandBoard::answer(const std::byte* request, std::size_t size) {
    messages::ControlModeResponse response;
    try {
        const auto asked = from_cdr<messages::ControlModeRequest>(request, size);
        response.success = asked.mode == autonomous_mode || asked.mode == manual_mode;
        if (response.success) {
            const std::lock_guard lock(mutex_);
            is_autonomous_ = asked_.is_autonomous = asked.mode == autonomous_mode;
        }
    } catch (const CdrError& error) {
        report_("ros2: a request of '" + space_ + mode_service + "' is refused: " + error.what());
    }
    return to_cdr(response);
}

}  // namespace gateway::ros2
