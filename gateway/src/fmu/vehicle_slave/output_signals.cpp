// SPDX-License-Identifier: MIT
#include "vehicle_signals.hpp"

#include "parameter_unit.hpp"

#include <plant/sensor_table.hpp>

namespace gateway::fmu {
namespace {

using plant::Output;
using plant::PerWheel;
using plant::Truth;

using Read = double (*)(const Output&, std::size_t);

/// The outputs of one vehicle, in their order.
class Outputs {
  public:
    void add(const std::string& name, const char* unit, const char* description, Read read,
             std::size_t index = 0) {
        Variable variable;
        variable.name = "ego." + name;
        variable.causality = Causality::output;
        variable.unit = unit;
        variable.description = description;
        signals.push_back({std::move(variable), read, index});
    }
    void add_wheels(const std::string& name, const char* unit, const char* description, Read read) {
        for (std::size_t i = 0; i < 4; ++i)
            add(name + "." + wheel_suffixes[i], unit, description, read, i);
    }

    std::vector<OutputSignal> signals;
};

template <double Truth::*member>
double number(const Output& from, std::size_t) {
    return from.*member;
}

template <PerWheel Truth::*member>
double wheel(const Output& from, std::size_t index) {
    return (from.*member)[index];
}

template <PerWheel plant::State::*member>
double state_wheel(const Output& from, std::size_t index) {
    return (from.state.*member)[index];
}

template <Eigen::Vector3d plant::State::*member>
double axis(const Output& from, std::size_t index) {
    return (from.state.*member)[static_cast<Eigen::Index>(index)];
}

template <double plant::State::*member>
double angle(const Output& from, std::size_t) {
    return from.state.*member;
}

template <double plant::ActuationStatus::*member>
double status(const Output& from, std::size_t) {
    return from.actuation_status.*member;
}

double reading(const Output& from, std::size_t index) {
    return from.sensors.items[index / plant::most_values][index % plant::most_values];
}

void add_motion(Outputs& to) {
    using plant::State;
    constexpr auto position = axis<&State::position_m>;
    constexpr auto velocity = axis<&State::velocity_mps>;
    constexpr auto rate = axis<&State::angular_velocity_radps>;
    to.add("pose.x", "m", "East position of the centre of gravity", position, 0);
    to.add("pose.y", "m", "North position of the centre of gravity", position, 1);
    to.add("pose.z", "m", "Height of the centre of gravity", position, 2);
    to.add("pose.roll", "rad", "Positive with the left side up", angle<&State::roll_rad>);
    to.add("pose.pitch", "rad", "Positive with the nose down", angle<&State::pitch_rad>);
    to.add("pose.yaw", "rad", "From east, counter-clockwise, in (-pi, pi]", angle<&State::yaw_rad>);
    to.add("vel.longitudinal", "m/s", "Velocity of the centre of gravity, forward", velocity, 0);
    to.add("vel.lateral", "m/s", "Velocity of the centre of gravity, to the left", velocity, 1);
    to.add("vel.vertical", "m/s", "Velocity normal to the road", velocity, 2);
    to.add("rollRate", "rad/s", "Angular velocity about the forward axis", rate, 0);
    to.add("pitchRate", "rad/s", "Angular velocity about the axis to the left", rate, 1);
    to.add("yawRate", "rad/s", "Angular velocity about the axis normal to the road", rate, 2);
    to.add("acc.longitudinal", "m/s2", "Acceleration of the centre of gravity, forward",
           number<&Truth::ax_mps2>);
    to.add("acc.lateral", "m/s2", "Acceleration of the centre of gravity, to the left",
           number<&Truth::ay_mps2>);
    to.add("acc.vertical", "m/s2", "Acceleration normal to the road", number<&Truth::az_mps2>);
    to.add("steeringAngle", "rad", "Mean angle of the front road wheels, positive left",
           number<&Truth::steer_applied_rad>);
    to.add_wheels("wheelSpeed", "rad/s", "Angular velocity of the wheel, positive forward",
                  state_wheel<&State::wheel_spin_radps>);
    to.add_wheels("friction", "1", "Friction of the road under the wheel", wheel<&Truth::friction>);
}

void add_pedals(Outputs& to) {
    to.add("throttle", "1", "Throttle after actuators and controls",
           number<&Truth::throttle_applied>);
    to.add("brake", "1", "Brake after its actuator", number<&Truth::brake_applied>);
}

void add_status(Outputs& to, plant::Model model) {
    using plant::ActuationStatus;
    const bool is_row = plant::info(model).steer == plant::SteerCommand::steer_map_row;
    to.add("status.accel", "1", "Throttle that gives the present acceleration",
           status<&ActuationStatus::accel>);
    to.add("status.brake", "1", "Brake that gives the present acceleration",
           status<&ActuationStatus::brake>);
    to.add("status.steer", is_row ? "1" : "rad", "Present steering, as it is commanded",
           status<&ActuationStatus::steer>);
}

void add_tyres(Outputs& to) {
    to.add_wheels("wheelLoad", "N", "Vertical force of the tyre", wheel<&Truth::wheel_load_n>);
    to.add_wheels("tyreForce.longitudinal", "N", "Force of the tyre along the vehicle, forward",
                  wheel<&Truth::tyre_force_x_n>);
    to.add_wheels("tyreForce.lateral", "N", "Force of the tyre across the vehicle, to the left",
                  wheel<&Truth::tyre_force_y_n>);
    to.add_wheels("slipRatio", "1", "Positive when driving", wheel<&Truth::slip_ratio>);
    to.add_wheels("slipAngle", "rad", "Negative in a left turn", wheel<&Truth::slip_angle_rad>);
    to.add_wheels("brakeTorque", "Nm", "Torque of service brake and handbrake",
                  wheel<&Truth::brake_torque_nm>);
    to.add("steeringTorque", "Nm", "Aligning torque at the steering wheel",
           number<&Truth::rack_torque_nm>);
}

void add_brake_control(Outputs& to) {
    to.add_wheels("absActive", "1", "1: anti-lock brakes control this wheel",
                  wheel<&Truth::abs_active>);
    to.add("tractionActive", "1", "1: traction control reduces the throttle or brakes",
           number<&Truth::traction_active>);
    to.add("escActive", "1", "1: stability control brakes", number<&Truth::esc_active>);
}

void add_sensors(Outputs& to) {
    for (std::size_t i = 0; i < plant::sensor_count; ++i) {
        const plant::SensorKind& kind = *plant::sensor_table[i];
        for (std::size_t value = 0; value < plant::most_values && kind.values[value]; ++value) {
            const std::string name = std::string("sensor.") + kind.name + "." + kind.values[value];
            const std::string unit(unit_of_key(name).value());
            to.add(name, unit.c_str(), "Reading of the sensor; the truth if it is not configured",
                   reading, i * plant::most_values + value);
        }
    }
}

}  // namespace

std::vector<OutputSignal> output_signals(plant::Model model) {
    Outputs outputs;
    add_motion(outputs);
    if (plant::takes_actuation(model))
        add_status(outputs, model);
    else
        add_pedals(outputs);
    if (has_tyres(model)) add_tyres(outputs);
    if (model == plant::Model::fourteen_dof)
        outputs.add_wheels("suspension", "m", "Compression relative to the equilibrium at rest",
                           state_wheel<&plant::State::suspension_compression_m>);
    if (has_four_wheels(model)) add_brake_control(outputs);
    add_sensors(outputs);
    return std::move(outputs.signals);
}

}  // namespace gateway::fmu
