// SPDX-License-Identifier: MIT
#include "signal_functions.hpp"

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

constexpr double deg_per_rad = 57.29577951308232;
constexpr double kmh_per_mps = 3.6;

struct NamedInput {
    std::string_view name;
    InputFunction function;
};

struct NamedOutput {
    std::string_view name;
    OutputFunction function;
};

/// Park and codes without a meaning are neutral with the handbrake on.
void set_gear(int code, Command& command) {
    const bool forwards = (code >= 2 && code <= 19) || code == 23 || code == 24;
    const bool backwards = code == 20 || code == 21;
    command.gear = forwards    ? plant::Gear::drive
                   : backwards ? plant::Gear::reverse
                               : plant::Gear::neutral;
    command.handbrake = !forwards && !backwards && code != 1;
}

const NamedInput inputs[] = {
    {"true_velocity",
     [](const Moment& m, double* out) {
         out[0] = m.feedback.state.velocity_mps.x() * kmh_per_mps;
     }},
    {"true_position",
     [](const Moment& m, double* out) {
         out[0] = m.feedback.state.position_m.x();
         out[1] = m.feedback.state.position_m.y();
     }},
    {"true_compass",
     [](const Moment& m, double* out) { out[0] = m.feedback.state.yaw_rad * deg_per_rad; }},
    {"trajectory_length", [](const Moment& m, double* out) { out[0] = m.trajectory.length; }},
    {"trajectory_x",
     [](const Moment& m, double* out) {
         std::copy(m.trajectory.x_m.begin(), m.trajectory.x_m.end(), out);
     }},
    {"trajectory_y",
     [](const Moment& m, double* out) {
         std::copy(m.trajectory.y_m.begin(), m.trajectory.y_m.end(), out);
     }},
    {"steering",
     [](const Moment& m, double* out) { out[0] = m.feedback.steer_applied_rad * deg_per_rad; }},
    {"gas",
     [](const Moment& m, double* out) {
         const bool backwards = m.feedback.gear_applied == plant::Gear::reverse;
         out[0] = backwards ? -m.feedback.throttle_applied : m.feedback.throttle_applied;
     }},
    {"braking", [](const Moment& m, double* out) { out[0] = m.feedback.brake_applied; }},
    {"wheel_speed",
     [](const Moment& m, double* out) {
         for (const double spin : m.feedback.state.wheel_spin_radps)
             *out++ = spin * m.feedback.wheel_radius_m;
     }},
    {"accel_status",
     [](const Moment& m, double* out) { out[0] = m.feedback.actuation_status.accel; }},
    {"brake_status",
     [](const Moment& m, double* out) { out[0] = m.feedback.actuation_status.brake; }},
    {"steer_status",
     [](const Moment& m, double* out) { out[0] = m.feedback.actuation_status.steer; }},
};

const NamedOutput outputs[] = {
    {"set_steering",
     [](const OutputContext&, const double* in, Command& c) { c.steer_rad = in[0] / deg_per_rad; }},
    {"set_gas",  // below zero means backwards
     [](const OutputContext&, const double* in, Command& c) {
         c.gear = in[0] < 0 ? plant::Gear::reverse : plant::Gear::drive;
         c.throttle = std::abs(in[0]);
     }},
    {"set_braking", [](const OutputContext&, const double* in, Command& c) { c.brake = in[0]; }},
    {"gripped_steer", [](const OutputContext&, const double* in,
                         Command& c) { autohyu::set_gripped_steer(in[0], c); }},
    {"gripped_torque",
     [](const OutputContext& context, const double* in, Command& c) {
         autohyu::set_gripped_torque(in[0], context.vx_mps, context.pedals, c);
     }},
    {"gripped_accel",
     [](const OutputContext&, const double* in, Command& c) { c.aux_accel_target_mps2 = in[0]; }},
    {"accel_cmd",
     [](const OutputContext&, const double* in, Command& c) { c.actuation.accel = in[0]; }},
    {"brake_cmd",
     [](const OutputContext&, const double* in, Command& c) { c.actuation.brake = in[0]; }},
    {"steer_cmd",
     [](const OutputContext&, const double* in, Command& c) { c.actuation.steer = in[0]; }},
    {"gear_cmd", [](const OutputContext&, const double* in,
                    Command& c) { set_gear(static_cast<int>(in[0]), c); }},
};

}  // namespace

InputFunction find_input_function(std::string_view signal) {
    for (const NamedInput& input : inputs)
        if (input.name == signal) return input.function;
    return nullptr;
}

OutputFunction find_output_function(std::string_view signal) {
    for (const NamedOutput& output : outputs)
        if (output.name == signal) return output.function;
    return nullptr;
}

}  // namespace gateway
