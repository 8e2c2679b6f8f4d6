// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "command_level/level_conversion_config.hpp"
#include "control/ros2_config.hpp"
#include "dds/participant.hpp"
#include "messages/autoware_control.hpp"
#include "messages/autoware_vehicle.hpp"
#include "ros2/topic/interface_commands.hpp"
#include "ros2/topic/received_commands.hpp"
#include "ros2/topic/topic_holder.hpp"

#include <ddc/recording/geometry_messages.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gateway::ros2 {

/// The pose at which base_link is to be, on the road.
struct InitialPose {
    double x_m = 0;
    double y_m = 0;
    double yaw_rad = 0;
};

/// Called for each `/initialpose3d`, in a thread of DDS. @throws std::exception with the reason if
/// the pose is rejected
using OnInitialPose = std::function<void(const InitialPose& pose)>;

/// The commands of ROS 2 that may drive a vehicle.
struct CommandTopics {
    Ros2Commands autoware = Ros2Commands::none;
    bool vehicle_interface = false;
    bool has_raw = false;  ///< also the raw commands of the vehicle interface
};

/// The topics that a configuration enables. @param conversion has the scale of raw commands, if
/// there is one
CommandTopics command_topics_of(const Ros2Config& config,
                                const std::optional<LevelConversionConfig>& conversion);

/// Receives the commands of nodes of ROS 2 for a vehicle: those of Autoware, of the vehicle
/// interface, or both. A message that is incomplete, not finite or has an unknown code is rejected;
/// the first one of each topic is reported with the reason.
///
/// The first writer of a command to a topic owns the topic until it returns the vehicle (engage
/// false, or mode manual) or disconnects. A rejected message does not make its writer the owner.
/// Commands of other writers are rejected, and each such writer is reported once. All topics of
/// control messages have the same owner. Every node may return the vehicle.
class CommandBoard {
  public:
    /// @param report called from any thread while the board exists
    /// @param on_pose called from threads of DDS while the board exists
    /// @param space prefix of its topics and its service; empty, or such as `/car`
    /// @throws std::runtime_error
    CommandBoard(std::shared_ptr<dds::Participant> participant, CommandTopics topics, Log report,
                 OnInitialPose on_pose, std::string space = {});
    CommandBoard(const CommandBoard&) = delete;
    CommandBoard& operator=(const CommandBoard&) = delete;

    /// Levels of the control messages.
    std::vector<Level> levels() const;
    /// The topics of control messages, for display: "'/a' or '/b'".
    std::string control_topics() const;
    /// Name of the controller, for display.
    std::string name() const;
    /// Does not block or allocate. @return nothing while a sample is being stored
    std::optional<ReceivedCommands> try_get() const;
    /// The mode that the service was last called with. From any thread.
    bool is_autonomous() const { return is_autonomous_; }
    /// Ends the ownership of all topics. From any thread.
    void release() const;

  private:
    template <class Message>
    using Handler = void (CommandBoard::*)(const Message&);
    /// @param holder of the topic; null: every writer is accepted
    template <class Message>
    void read(const std::string& topic, Handler<Message> handle,
              std::shared_ptr<TopicHolder> holder);
    /// Reads a topic that its first writer owns.
    template <class Message>
    void read_of_first(const std::string& topic, Handler<Message> handle);
    /// Reads a topic of control messages: these have one owner.
    template <class Message>
    void read_control(const std::string& topic, Handler<Message> handle);
    void read_autoware();
    void read_vehicle_interface();
    bool may_command(const std::string& topic, TopicHolder& holder, const dds::WriterId& writer);
    void set_autonomous(bool is_autonomous);
    void on_control(const messages::Control& message);
    void on_actuation(const messages::ActuationCommandStamped& message);
    void on_gear(const messages::GearCommand& message);
    void on_indicators(const messages::TurnIndicatorsCommand& message);
    void on_hazard_lights(const messages::HazardLightsCommand& message);
    template <class Message>
    void on_interface_control(const Message& message);
    void on_interface_state(const messages::VehicleStateCommand& message);
    void on_engage(const messages::Engage& message);
    void on_pose(const ddc::recording::PoseWithCovarianceStamped& message);
    std::vector<std::byte> answer(const std::byte* request, std::size_t size);

    std::shared_ptr<dds::Participant> participant_;
    CommandTopics topics_;
    Log report_;
    OnInitialPose on_pose_;
    std::string space_;
    mutable std::mutex mutex_;  ///< guards received_
    ReceivedCommands received_;
    std::atomic<bool> is_autonomous_{true};
    std::shared_ptr<TopicHolder> control_holder_ = std::make_shared<TopicHolder>();
    std::vector<std::string> control_topics_;
    std::vector<std::shared_ptr<TopicHolder>> holders_;
    std::vector<std::unique_ptr<dds::Reader>> readers_;
    std::unique_ptr<dds::Service> service_;
};

}  // namespace gateway::ros2
