// SPDX-License-Identifier: MIT
#pragma once

#include "command_board.hpp"
#include "sender.hpp"
#include "status_messages.hpp"

namespace gateway::ros2 {

/// Publishes a vehicle every 25 ms of simulated time, at the first turn that is due, and the clock
/// in every turn.
class VehicleTopics : public Observer {
  public:
    struct Options {
        BaseLink base;
        bool has_actuation_status = false;  ///< of an actuation model, else of its pedals
        bool publishes_clock = true;
        /// Null where nobody takes the vehicle over from ROS 2.
        std::shared_ptr<const CommandBoard> commands{};
    };
    /// @throws std::runtime_error
    VehicleTopics(std::shared_ptr<dds::Participant> participant, Options options);

    void after_turn(const TurnRecord& record) override;
    void stand_by() override { sender_.end_turn(); }

  private:
    using Topic = Sender::Topic;

    void add_vehicle(const Feedback& feedback);
    std::uint8_t control_mode(const Feedback& feedback) const;
    void add_status(const Feedback& feedback);
    void add_motion(const BaseMotion& motion);
    void add_imu(const BaseMotion& motion);
    void add_actuation(const Feedback& feedback);

    Sender sender_;
    Options options_;
    SimTime next_{0};
    ddc::recording::Time stamp_;
    ddc::recording::Header in_map_, in_base_;
    ddc::recording::Odometry odometry_;
    ddc::recording::TFMessage transforms_;
    ddc::recording::Imu imu_;
    ddc::recording::AccelWithCovarianceStamped acceleration_;
    messages::VelocityReport velocity_;
    messages::ActuationStatusStamped actuation_;
    Topic clock_topic_ = 0, velocity_topic_, steering_topic_, gear_topic_, indicators_topic_,
          hazard_topic_, mode_topic_, actuation_topic_, imu_topic_, transform_topic_,
          odometry_topic_, acceleration_topic_;
};

}  // namespace gateway::ros2
