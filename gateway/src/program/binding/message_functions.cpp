// SPDX-License-Identifier: MIT
#include "message_functions.hpp"

#include <cmath>

namespace gateway {
namespace {

using std::chrono::nanoseconds;
using std::chrono::seconds;

/// @return pointer after the stamp's elements
double* show_stamp(SimTime now, double* elements) {
    const auto whole = std::chrono::duration_cast<seconds>(now);
    *elements++ = static_cast<double>(whole.count());
    *elements++ = static_cast<double>((now - whole).count());
    return elements;
}

/// The time of a message; a message without a stamp has the time of the cycle.
SimTime stamp_of(const OutputContext& context, const double* elements) {
    if (std::isnan(elements[0])) return context.now;
    return seconds(static_cast<std::int64_t>(elements[0])) +
           nanoseconds(static_cast<std::int64_t>(elements[1]));
}

}  // namespace

void show_vehicle_odometry(const Moment& moment, double* elements) {
    elements = show_stamp(moment.now, elements);
    *elements++ = moment.feedback.state.velocity_mps.x();
    *elements++ = moment.feedback.steer_applied_rad;
    *elements++ = 0;  // no vehicle steers its rear wheels
}

void show_vehicle_state_report(const Moment& moment, double* elements) {
    const VehicleStateReport& report = moment.feedback.report;
    elements = show_stamp(moment.now, elements);
    *elements++ = fuel_of(report);
    *elements++ = number_of(report.blinker);
    *elements++ = number_of(report.headlight);
    *elements++ = number_of(report.wiper);
    *elements++ = number_of(report.gear);
    *elements++ = number_of(report.mode);
    *elements++ = report.hand_brake;
    *elements++ = report.horn;
}

void take_raw_control_command(const OutputContext& context, const double* elements,
                              Command& command) {
    RawCommand& control = control_of<RawCommand>(command);
    control.throttle = static_cast<std::uint32_t>(elements[2]);
    control.brake = static_cast<std::uint32_t>(elements[3]);
    control.front_steer = static_cast<std::int32_t>(elements[4]);
    control.rear_steer = static_cast<std::int32_t>(elements[5]);
    command.stamp = stamp_of(context, elements);
}

void take_vehicle_control_command(const OutputContext& context, const double* elements,
                                  Command& command) {
    AccelerationCommand& control = control_of<AccelerationCommand>(command);
    control.accel_mps2 = elements[2];
    control.velocity_mps = std::isnan(elements[3]) ? 0 : elements[3];
    control.front_steer_rad = elements[4];
    control.rear_steer_rad = elements[5];
    command.stamp = stamp_of(context, elements);
}

void take_high_level_control_command(const OutputContext& context, const double* elements,
                                     Command& command) {
    CurvatureCommand& control = control_of<CurvatureCommand>(command);
    control.velocity_mps = elements[2];
    control.curvature_1pm = elements[3];
    command.stamp = stamp_of(context, elements);
}

void take_vehicle_state_command(const OutputContext&, const double* elements, Command& command) {
    VehicleStateCommand& state = state_of(command);
    set_code(elements[2], state.blinker);
    set_code(elements[3], state.headlight);
    set_code(elements[4], state.wiper);
    set_code(elements[5], state.gear);
    set_code(elements[6], state.mode);
    state.hand_brake = elements[7] > 0;
    state.horn = elements[8] > 0;
    if (elements[9] > 0) state.mode = DrivingMode::autonomous;
}

}  // namespace gateway
