// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "messages/vehicle_interface.hpp"
#include "sender.hpp"

#include <string>

namespace gateway::ros2 {

/// What the topics of the vehicle interface have in front.
inline constexpr const char* interface_topics = "/vehicle_interface/";

/// What a vehicle reports, as the vehicle interface defines it.
class InterfaceTopics {
  public:
    /// @param sender outlives it
    /// @param space in front of its topics, behind that of the sender; empty, or as `/car`
    /// @throws std::runtime_error
    InterfaceTopics(Sender& sender, const std::string& space);

    /// Neither waits nor allocates.
    void add(ddc::recording::Time stamp, const Feedback& feedback);

  private:
    Sender& sender_;
    Sender::Topic odometry_, report_;
};

/// In the specification's codes; 255 where it has none.
messages::VehicleStateReport report_of(ddc::recording::Time stamp,
                                       const VehicleStateReport& report) noexcept;

}  // namespace gateway::ros2
