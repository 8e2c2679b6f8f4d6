// SPDX-License-Identifier: MIT
#include "interface_topics.hpp"

#include "vehicle_interface/numbering.hpp"

namespace gateway::ros2 {
namespace {

using vehicle_interface::spec::CodeField;
using vehicle_interface::spec::no_meaning;

template <class Code>
std::uint8_t code_of(CodeField field, Code code) noexcept {
    return vehicle_interface::spec::spec_code(field, static_cast<std::uint8_t>(code));
}

}  // namespace

InterfaceTopics::InterfaceTopics(Sender& sender, const std::string& space)
    : sender_(sender),
      odometry_(sender.add_topic<messages::VehicleOdometry>(space + interface_topics +
                                                            "vehicle_odometry")),
      report_(sender.add_topic<messages::VehicleStateReport>(space + interface_topics +
                                                             "vehicle_state_report")) {}

void InterfaceTopics::add(ddc::recording::Time stamp, const Feedback& feedback) {
    messages::VehicleOdometry odometry;
    odometry.stamp = stamp;
    odometry.velocity_mps = static_cast<float>(feedback.state.velocity_mps.x());
    odometry.front_wheel_angle_rad = static_cast<float>(feedback.steer_applied_rad);
    sender_.add(odometry_, odometry);  // no vehicle steers its rear wheels
    sender_.add(report_, report_of(stamp, feedback.report));
}

messages::VehicleStateReport report_of(ddc::recording::Time stamp,
                                       const VehicleStateReport& report) noexcept {
    messages::VehicleStateReport message;
    message.stamp = stamp;
    message.fuel = report.fuel_percent.value_or(no_meaning);
    message.blinker = code_of(CodeField::blinker, report.blinker);
    message.headlight = code_of(CodeField::headlight, report.headlight);
    message.wiper = code_of(CodeField::wiper, report.wiper);
    message.gear = code_of(CodeField::gear, report.gear);
    message.mode = code_of(CodeField::mode, report.mode);
    message.hand_brake = report.hand_brake;
    message.horn = report.horn;
    return message;
}

}  // namespace gateway::ros2
