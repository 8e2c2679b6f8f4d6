// SPDX-License-Identifier: MIT
#include "vehicle_signals.hpp"

namespace gateway::fmu {
namespace {

constexpr const char* wheel_names[] = {"front left", "front right", "rear left", "rear right"};

Variable input(const std::string& name, Type type, Value start, const std::string& description) {
    Variable variable;
    variable.name = "ego.cmd." + name;
    variable.type = type;
    variable.causality = Causality::input;
    const bool is_real = type == Type::float64;
    variable.variability = is_real ? Variability::continuous : Variability::discrete;
    variable.start = std::move(start);
    variable.description = description;
    return variable;
}

Variable real_input(const std::string& name, const char* unit, std::optional<double> min,
                    std::optional<double> max, const std::string& description) {
    Variable variable = input(name, Type::float64, 0.0, description);
    variable.unit = unit;
    variable.min = min;
    variable.max = max;
    return variable;
}

Variable flag_input(const std::string& name, const std::string& description) {
    return input(name, Type::boolean, false, description);
}

Variable gear_input() {
    Variable variable =
        input("gear", Type::int32, std::int64_t{1}, "1 drive, 0 neutral, -1 reverse");
    variable.min = -1;
    variable.max = 1;
    return variable;
}

template <double plant::Command::*member>
void apply_number(plant::Command& to, const Values& values, std::uint32_t from, std::size_t) {
    to.*member = values.get<double>(from);
}

template <double plant::Actuation::*member>
void apply_actuation(plant::Command& to, const Values& values, std::uint32_t from, std::size_t) {
    to.actuation.*member = values.get<double>(from);
}

template <bool plant::Command::*member>
void apply_flag(plant::Command& to, const Values& values, std::uint32_t from, std::size_t) {
    to.*member = values.get<bool>(from);
}

/// Other numbers are limited by the session.
void apply_gear(plant::Command& to, const Values& values, std::uint32_t from, std::size_t) {
    to.gear = static_cast<plant::Gear>(values.get<std::int32_t>(from));
}

void apply_use_of_torques(plant::Command& to, const Values& values, std::uint32_t from,
                          std::size_t) {
    if (values.get<bool>(from)) to.wheel_torque_nm.emplace();
}

/// After the use of torques.
void apply_torque(plant::Command& to, const Values& values, std::uint32_t from, std::size_t wheel) {
    if (to.wheel_torque_nm) (*to.wheel_torque_nm)[wheel] = values.get<double>(from);
}

void add_pedals(std::vector<InputSignal>& to) {
    using plant::Command;
    to.push_back({real_input("throttle", "1", 0.0, 1.0, "Accelerator pedal"),
                  apply_number<&Command::throttle>});
    to.push_back(
        {real_input("brake", "1", 0.0, 1.0, "Brake pedal"), apply_number<&Command::brake>});
    to.push_back({real_input("steeringAngle", "rad", -1.2, 1.2,
                             "Mean angle of the front road wheels, positive left; limited to the "
                             "largest angle of the vehicle"),
                  apply_number<&Command::steer_rad>});
}

void add_actuation(std::vector<InputSignal>& to, plant::Model model,
                   const plant::ActuationParams& params) {
    using plant::Actuation;
    const char* const accel = params.convert_accel_cmd ? "1" : "m/s2";
    const char* const brake = params.convert_brake_cmd ? "1" : "m/s2";
    to.push_back({real_input("accel", accel, {}, {},
                             "Throttle as row label of the acceleration map, or an acceleration"),
                  apply_actuation<&Actuation::accel>});
    to.push_back({real_input("brake", brake, {}, {},
                             "Brake as row label of the brake map, or a deceleration"),
                  apply_actuation<&Actuation::brake>});
    const auto steer = plant::info(model).steer;
    const bool is_row = steer == plant::SteerCommand::steer_map_row;
    const bool is_wheel = steer == plant::SteerCommand::wheel_angle;
    const char* const meaning = is_row     ? "Row label of the steer map, positive left"
                                : is_wheel ? "Angle of the steering wheel, positive left"
                                           : "Angle of the tyres, positive left";
    to.push_back({real_input("steer", is_row ? "1" : "rad", {}, {}, meaning),
                  apply_actuation<&Actuation::steer>});
}

void add_wheel_torques(std::vector<InputSignal>& to) {
    to.push_back({flag_input("useWheelTorques", "A torque for each wheel replaces both pedals"),
                  apply_use_of_torques});
    for (std::size_t i = 0; i < 4; ++i)
        to.push_back({real_input(std::string("wheelTorque.") + wheel_suffixes[i], "Nm", {}, {},
                                 std::string("Torque of the ") + wheel_names[i] +
                                     " wheel with useWheelTorques, positive drives forward"),
                      apply_torque, i});
}

void add_brake_control(std::vector<InputSignal>& to) {
    using plant::Command;
    to.push_back({flag_input("absOff", "Switches anti-lock brakes off, if the vehicle has them"),
                  apply_flag<&Command::abs_off>});
    to.push_back({flag_input("tractionOff", "Switches traction control off"),
                  apply_flag<&Command::traction_off>});
    to.push_back(
        {flag_input("escOff", "Switches stability control off"), apply_flag<&Command::esc_off>});
}

}  // namespace

std::vector<InputSignal> input_signals(plant::Model model, const plant::VehicleSetup& setup) {
    std::vector<InputSignal> signals;
    if (plant::takes_actuation(model))
        add_actuation(signals, model, setup.session.actuation);
    else
        add_pedals(signals);
    signals.push_back({gear_input(), apply_gear});
    signals.push_back({flag_input("handbrake", "Brakes the rear wheels"),
                       apply_flag<&plant::Command::handbrake>});
    if (!has_four_wheels(model)) return signals;
    add_wheel_torques(signals);
    add_brake_control(signals);
    return signals;
}

}  // namespace gateway::fmu
