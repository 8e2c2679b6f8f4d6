// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "messages/vehicle_interface.hpp"
#include "sender.hpp"

#include <string>

namespace gateway::ros2 {

/// Prefix of the vehicle interface's topics.
inline constexpr const char* interface_topics = "/vehicle_interface/";

/// Publishes a vehicle's reports in the messages of the vehicle interface.
class InterfaceTopics {
  public:
    /// @param sender must outlive it
    /// @param space prefix of its topics, after that of the sender; empty, or such as `/car`
    /// @throws std::runtime_error
    InterfaceTopics(Sender& sender, const std::string& space);

    /// Does not block or allocate.
    void add(ddc::recording::Time stamp, const Feedback& feedback);

  private:
    Sender& sender_;
    Sender::Topic odometry_, report_;
};

/// Converts to the codes of the specification; 255 if there is none.
messages::VehicleStateReport report_of(ddc::recording::Time stamp,
                                       const VehicleStateReport& report) noexcept;

}  // namespace gateway::ros2
