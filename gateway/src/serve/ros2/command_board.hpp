// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "command_level/level_conversion_config.hpp"
#include "control/ros2_config.hpp"
#include "dds/participant.hpp"
#include "messages/autoware_control.hpp"
#include "messages/autoware_vehicle.hpp"
#include "ros2/topic/asked.hpp"
#include "ros2/topic/interface_commands.hpp"
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

/// Where base_link is to be, on the road.
struct InitialPose {
    double x_m = 0;
    double y_m = 0;
    double yaw_rad = 0;
};

/// Told of each `/initialpose3d`, from a thread of DDS. @throws std::exception that says why it is
/// refused
using OnInitialPose = std::function<void(const InitialPose& pose)>;

/// Which commands of ROS 2 may drive a vehicle.
struct CommandTopics {
    Ros2Commands autoware = Ros2Commands::none;
    bool vehicle_interface = false;
    bool has_raw = false;  ///< the vehicle interface's raw commands, too
};

/// Those that a configuration names. @param ladder has the scale of raw commands, if there is one
CommandTopics command_topics_of(const Ros2Config& config,
                                const std::optional<LevelConversionConfig>& conversion);

/// Reads the commands that nodes of ROS 2 give a vehicle: Autoware's, those of the vehicle
/// interface, or both. What is not whole, not finite or of an unknown
/// code changes nothing, and does not make its writer the first; the first of each topic is told,
/// with what is wrong.
///
/// The first writer of each topic that commands has it until it gives the vehicle back (engage
/// false, or mode manual) or leaves: commands of others are refused, which is reported once for
/// each of them. All topics whose messages drive are one in this. Anyone may give the vehicle back.
class CommandBoard {
  public:
    /// @param report told from any thread, for as long as the board lives
    /// @param on_pose told for as long as the board lives
    /// @param space in front of its topics and its service; empty, or as `/car`
    /// @throws std::runtime_error
    CommandBoard(std::shared_ptr<dds::Participant> participant, CommandTopics topics, Log report,
                 OnInitialPose on_pose, std::string space = {});
    CommandBoard(const CommandBoard&) = delete;
    CommandBoard& operator=(const CommandBoard&) = delete;

    /// Of the commands that drive.
    std::vector<Level> levels() const;
    /// Those whose messages drive, for people: "'/a' or '/b'".
    std::string control_topics() const;
    /// Who drives, for people.
    std::string name() const;
    /// Never waits, and allocates nothing. @return nothing while a sample is being taken
    std::optional<Asked> try_look() const;
    /// As the service was asked last; from any thread.
    bool is_autonomous() const { return is_autonomous_; }
    /// Any writer may be the first one again; from any thread.
    void give_back() const;

  private:
    template <class Message>
    using Take = void (CommandBoard::*)(const Message&);
    /// @param holder of the topic; null: any writer may
    template <class Message>
    void read(const std::string& topic, Take<Message> take, std::shared_ptr<TopicHolder> holder);
    /// A topic that the first writer has.
    template <class Message>
    void read_of_first(const std::string& topic, Take<Message> take);
    /// One whose messages drive: the first writer of all these has them all.
    template <class Message>
    void read_control(const std::string& topic, Take<Message> take);
    void read_autoware();
    void read_vehicle_interface();
    bool is_admitted(const std::string& topic, TopicHolder& holder, const dds::WriterId& writer);
    void set_autonomous(bool is_autonomous);
    void take_control(const messages::Control& message);
    void take_actuation(const messages::ActuationCommandStamped& message);
    void take_gear(const messages::GearCommand& message);
    void take_indicators(const messages::TurnIndicatorsCommand& message);
    void take_hazard_lights(const messages::HazardLightsCommand& message);
    template <class Message>
    void take_interface_control(const Message& message);
    void take_interface_state(const messages::VehicleStateCommand& message);
    void take_engage(const messages::Engage& message);
    void take_pose(const ddc::recording::PoseWithCovarianceStamped& message);
    std::vector<std::byte> answer(const std::byte* request, std::size_t size);

    std::shared_ptr<dds::Participant> participant_;
    CommandTopics topics_;
    Log report_;
    OnInitialPose on_pose_;
    std::string space_;
    mutable std::mutex mutex_;  ///< guards asked_
    Asked asked_;
    std::atomic<bool> is_autonomous_{true};
    std::shared_ptr<TopicHolder> control_holder_ = std::make_shared<TopicHolder>();
    std::vector<std::string> control_topics_;
    std::vector<std::shared_ptr<TopicHolder>> holders_;
    std::vector<std::unique_ptr<dds::Reader>> readers_;
    std::unique_ptr<dds::Service> service_;
};

}  // namespace gateway::ros2
