// SPDX-License-Identifier: MIT
#pragma once

#include "command_board.hpp"
#include "ros2/topic/interface_topics.hpp"
#include "ros2/topic/sender.hpp"
#include "ros2/topic/status_messages.hpp"

#include "platform/vehicle_config.hpp"

namespace gateway::ros2 {

/// Publishes a vehicle as Autoware's simple planning simulator does, and in the messages of the
/// vehicle interface if configured.
class VehicleTopics {
  public:
    struct Options {
        BaseLink base;
        bool has_actuation_status = false;  ///< status of an actuation model; else of the pedals
        /// Null if no node of ROS 2 can take over the vehicle.
        std::shared_ptr<const CommandBoard> commands{};
        /// Prefix of its topics, after that of the sender; empty, or such as `/car`.
        std::string space{};
        bool vehicle_interface = false;
    };
    /// Options of a simulated vehicle.
    static Options options_of(const VehicleConfig& vehicle);

    /// @param sender must outlive it
    /// @throws std::runtime_error
    VehicleTopics(Sender& sender, Options options);

    /// Does not block or allocate.
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
