// SPDX-License-Identifier: MIT
#include "command_board.hpp"

#include "mcap/vehicle_messages.hpp"
#include "messages/gear_codes.hpp"
#include "ros2/topic/interface_topics.hpp"
#include "ros2/topic/names.hpp"
#include "text/text.hpp"

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

void check_values(const messages::Control& message) {
    require(std::isfinite(message.longitudinal.acceleration) &&
                std::isfinite(message.longitudinal.velocity) &&
                std::isfinite(message.lateral.steering_tire_angle),
            "it has a value that is not finite");
}

void check_values(const messages::ActuationCommandStamped& message) {
    const messages::ActuationCommand& given = message.actuation;
    require(std::isfinite(given.accel_cmd) && std::isfinite(given.brake_cmd) &&
                std::isfinite(given.steer_cmd),
            "it has a value that is not finite");
}

void check_values(const messages::GearCommand& message) {
    require(messages::gear_of_code(message.command).has_value(), "there is no such gear");
}

void check_values(const messages::TurnIndicatorsCommand& message) {
    require(message.command <= most_indicators, "there is no such command");
}

void check_values(const messages::HazardLightsCommand& message) {
    require(message.command <= most_hazard_lights, "there is no such command");
}

void check_values(const messages::Engage& /*any*/) {}

void check_values(const PoseWithCovarianceStamped& message) {
    require(message.header.frame_id == map_frame, "its frame is not map");
    const Pose& pose = message.pose.pose;
    const Quaternion& q = pose.orientation;
    const double length = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    require(std::isfinite(pose.position.x) && std::isfinite(pose.position.y) &&
                std::isfinite(length) && length > 0,
            "it is not finite, or its orientation is 0");
}

}  // namespace

CommandTopics command_topics_of(const Ros2Config& config,
                                const std::optional<LevelConversionConfig>& conversion) {
    return {config.commands, config.vehicle_interface, conversion && conversion->raw};
}

CommandBoard::CommandBoard(std::shared_ptr<dds::Participant> participant, CommandTopics topics,
                           Log report, OnInitialPose on_pose, std::string space)
    : participant_(std::move(participant)),
      topics_(topics),
      report_(std::move(report)),
      on_pose_(std::move(on_pose)),
      space_(std::move(space)) {
    holders_.push_back(control_holder_);
    if (topics_.autoware != Ros2Commands::none) read_autoware();
    if (topics_.vehicle_interface) read_vehicle_interface();
    read(space_ + "/vehicle/engage", &CommandBoard::on_engage, nullptr);
    read(space_ + "/initialpose3d", &CommandBoard::on_pose, nullptr);
    service_ = participant_->create_service(
        dds_service(space_ + mode_service, "autoware_vehicle_msgs/srv/ControlModeCommand"),
        [this](const std::byte* request, std::size_t size) { return answer(request, size); });
}

void CommandBoard::read_autoware() {
    const std::string commanded = space_ + "/control/command/";
    if (topics_.autoware == Ros2Commands::actuation) {
        received_.control.emplace<ActuationCommand>();
        read_control(commanded + "actuation_cmd", &CommandBoard::on_actuation);
    } else {
        read_control(commanded + "control_cmd", &CommandBoard::on_control);
    }
    read_of_first(commanded + "gear_cmd", &CommandBoard::on_gear);
    read_of_first(commanded + "turn_indicators_cmd", &CommandBoard::on_indicators);
    read_of_first(commanded + "hazard_lights_cmd", &CommandBoard::on_hazard_lights);
}

void CommandBoard::read_vehicle_interface() {
    const std::string commanded = space_ + interface_topics;
    using namespace messages;
    read_control(commanded + "vehicle_control_command",
                 &CommandBoard::on_interface_control<VehicleControlCommand>);
    read_control(commanded + "high_level_control_command",
                 &CommandBoard::on_interface_control<HighLevelControlCommand>);
    if (topics_.has_raw)
        read_control(commanded + "raw_control_command",
                     &CommandBoard::on_interface_control<RawControlCommand>);
    read_of_first(commanded + "vehicle_state_command", &CommandBoard::on_interface_state);
}

std::vector<Level> CommandBoard::levels() const {
    std::vector<Level> levels;
    if (topics_.autoware == Ros2Commands::actuation) levels.push_back(Level::actuation);
    if (topics_.autoware == Ros2Commands::control || topics_.vehicle_interface)
        levels.push_back(Level::acceleration);
    if (topics_.vehicle_interface) levels.push_back(Level::curvature);
    if (topics_.vehicle_interface && topics_.has_raw) levels.push_back(Level::raw);
    return levels;
}

std::string CommandBoard::control_topics() const {
    std::string text;
    for (const std::string& topic : control_topics_)
        text += (text.empty() ? "'" : " or '") + topic + "'";
    return text;
}

std::string CommandBoard::name() const {
    return topics_.autoware == Ros2Commands::none ? "a node of ROS 2" : "Autoware";
}

template <class Message>
void CommandBoard::read_control(const std::string& topic, Handler<Message> handle) {
    control_topics_.push_back(topic);
    read(topic, handle, control_holder_);
}

template <class Message>
void CommandBoard::read_of_first(const std::string& topic, Handler<Message> handle) {
    read(topic, handle, holders_.emplace_back(std::make_shared<TopicHolder>()));
}

template <class Message>
void CommandBoard::read(const std::string& topic, Handler<Message> handle,
                        std::shared_ptr<TopicHolder> holder) {
    dds::ReaderEvents events;
    events.writer_left = [holder](const dds::WriterId& writer) {
        if (holder) holder->remove(writer);
    };
    events.sample = [this, topic, handle, holder, is_reported = false](const dds::WriterId& writer,
                                                                       const std::byte* sample,
                                                                       std::size_t size) mutable {
        try {
            const auto message = from_cdr<Message>(sample, size);
            check_values(message);
            if (!holder || may_command(topic, *holder, writer)) (this->*handle)(message);
        } catch (const std::exception& error) {
            if (!std::exchange(is_reported, true))
                report_("ros2: a sample of '" + topic + "' is refused: " + error.what() +
                        "; further ones are not reported");
        }
    };
    readers_.push_back(participant_->create_reader(
        dds_topic(topic), dds_type(Fields<Message>::name), std::move(events)));
}

/// While the vehicle is returned, every writer is accepted and none becomes the owner: any of them
/// may prepare the state for the next takeover.
bool CommandBoard::may_command(const std::string& topic, TopicHolder& holder,
                               const dds::WriterId& writer) {
    {
        const std::lock_guard lock(mutex_);
        if (!received_.may_drive()) return true;
    }
    const TopicHolder::Answer answer = holder.request(writer);
    if (answer == TopicHolder::Answer::refused_first)
        report_("ros2: commands of a second writer of '" + topic + "', " +
                joined(writer, ".", hex_digits) +
                ", are refused: the first writer has control until it returns the vehicle "
                "(/vehicle/engage false, or mode manual) or disconnects");
    return answer == TopicHolder::Answer::admitted;
}

void CommandBoard::release() const {
    for (const auto& holder : holders_) holder->release();
}

std::optional<ReceivedCommands> CommandBoard::try_get() const {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return std::nullopt;
    return received_;
}

void CommandBoard::on_control(const messages::Control& message) {
    AccelerationCommand command;
    command.accel_mps2 = message.longitudinal.acceleration;
    command.velocity_mps = message.longitudinal.velocity;
    command.front_steer_rad = message.lateral.steering_tire_angle;
    const std::lock_guard lock(mutex_);
    received_.control = command;
    received_.is_of_interface = false;
    ++received_.commands;
}

void CommandBoard::on_actuation(const messages::ActuationCommandStamped& message) {
    const messages::ActuationCommand& given = message.actuation;
    const std::lock_guard lock(mutex_);
    received_.control = ActuationCommand{given.accel_cmd, given.brake_cmd, given.steer_cmd};
    received_.is_of_interface = false;
    ++received_.commands;
}

void CommandBoard::on_gear(const messages::GearCommand& message) {
    const Gear gear = messages::gear_of_code(message.command).value();
    const std::lock_guard lock(mutex_);
    if (gear != Gear::no_command) received_.gear = gear;
}

void CommandBoard::on_indicators(const messages::TurnIndicatorsCommand& message) {
    const std::lock_guard lock(mutex_);
    if (message.command != 0) received_.indicators = message.command;
}

void CommandBoard::on_hazard_lights(const messages::HazardLightsCommand& message) {
    const std::lock_guard lock(mutex_);
    if (message.command != 0) received_.hazard_lights = message.command;
}

template <class Message>
void CommandBoard::on_interface_control(const Message& message) {
    const std::lock_guard lock(mutex_);
    received_.of_interface.control = control_of(message);
    received_.is_of_interface = true;
    ++received_.commands;
}

void CommandBoard::on_interface_state(const messages::VehicleStateCommand& message) {
    const std::lock_guard lock(mutex_);
    received_.of_interface.state = state_of(message);
}

void CommandBoard::on_engage(const messages::Engage& message) {
    bool has_changed = false;
    {
        const std::lock_guard lock(mutex_);
        has_changed = std::exchange(received_.is_engaged, message.engage) != message.engage;
    }
    if (has_changed) release();
}

/// The vehicle gets height, roll and pitch from the road.
void CommandBoard::on_pose(const PoseWithCovarianceStamped& message) {
    const Pose& pose = message.pose.pose;
    const Quaternion& q = pose.orientation;
    on_pose_(
        {pose.position.x, pose.position.y,
         std::atan2(2 * (q.w * q.z + q.x * q.y), q.w * q.w + q.x * q.x - q.y * q.y - q.z * q.z)});
}

void CommandBoard::set_autonomous(bool is_autonomous) {
    bool has_changed = false;
    {
        const std::lock_guard lock(mutex_);
        has_changed = std::exchange(received_.is_autonomous, is_autonomous) != is_autonomous;
        is_autonomous_ = is_autonomous;
    }
    if (has_changed) release();
}

std::vector<std::byte> CommandBoard::answer(const std::byte* request, std::size_t size) {
    messages::ControlModeResponse response;
    try {
        const auto requested = from_cdr<messages::ControlModeRequest>(request, size);
        response.success = requested.mode == autonomous_mode || requested.mode == manual_mode;
        if (response.success) set_autonomous(requested.mode == autonomous_mode);
    } catch (const CdrError& error) {
        report_("ros2: a request of '" + space_ + mode_service + "' is refused: " + error.what());
    }
    return to_cdr(response);
}

}  // namespace gateway::ros2
