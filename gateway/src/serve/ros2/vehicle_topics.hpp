// SPDX-License-Identifier: MIT
#pragma once

#include "command_board.hpp"
#include "ros2/topic/interface_topics.hpp"
#include "ros2/topic/sender.hpp"
#include "ros2/topic/status_messages.hpp"

#include "platform/vehicle_config.hpp"

namespace gateway::ros2 {

/// What Autoware's simple planning simulator publishes of a vehicle, and where it is wanted what
/// the vehicle interface does.
class VehicleTopics {
  public:
    struct Options {
        BaseLink base;
        bool has_actuation_status = false;  ///< of an actuation model, else of its pedals
        /// Null where nobody takes the vehicle over from ROS 2.
        std::shared_ptr<const CommandBoard> commands{};
        /// In front of its topics, behind that of the sender; empty, or as `/car`.
        std::string space{};
        bool vehicle_interface = false;
    };
    /// Of a vehicle that is simulated here.
    static Options options_of(const VehicleConfig& vehicle);

    /// @param sender outlives it @throws std::runtime_error
    VehicleTopics(Sender& sender, Options options);

    /// Neither waits nor allocates.
    void add(SimTime time, const Feedback& feedback);

  private:
    using Topic = Sender::Topic;

    std::uint8_t control_mode(const Feedback& feedback) const;
    void add_status(const Feedback& feedback);
    void add_motion(const BaseMotion& motion);
    void add_imu(const BaseMotion& motion);
    void add_actuation(const Feedback& feedback);

    Sender& sender_;
    Options options_;
    ddc::recording::Time stamp_;
    ddc::recording::Header in_map_, in_base_;
    ddc::recording::Odometry odometry_;
    ddc::recording::TFMessage transforms_;
    ddc::recording::Imu imu_;
    ddc::recording::AccelWithCovarianceStamped acceleration_;
    messages::VelocityReport velocity_;
    messages::ActuationStatusStamped actuation_;
    Topic velocity_topic_, steering_topic_, gear_topic_, indicators_topic_, hazard_topic_,
        mode_topic_, actuation_topic_, imu_topic_, transform_topic_, odometry_topic_,
        acceleration_topic_;
    std::optional<InterfaceTopics> interface_;
};

}  // namespace gateway::ros2
