// SPDX-License-Identifier: MIT
#pragma once

#include "description/variable.hpp"
#include "slave/values.hpp"

#include <plant/model.hpp>
#include <plant/output.hpp>
#include <plant/parameter_list.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gateway::fmu {

/// The wheels in names of variables, in the order of the plant.
inline constexpr const char* wheel_suffixes[] = {"fl", "fr", "rl", "rr"};

/// An input of the FMU of a vehicle, and its place in a command.
struct InputSignal {
    Variable variable;
    /// Writes the value of this reference. @param index of the wheel, where there are several
    void (*apply)(plant::Command& command, const Values& values, std::uint32_t reference,
                  std::size_t index);
    std::size_t index = 0;
};

/// An output of the FMU of a vehicle, and its place in the output of a session.
struct OutputSignal {
    Variable variable;
    /// @param index of the wheel or of the value of a sensor
    double (*read)(const plant::Output& output, std::size_t index);
    std::size_t index = 0;
};

/// The inputs that a model uses. @param setup decides the meaning of the pedals of an actuation
/// model
std::vector<InputSignal> input_signals(plant::Model model, const plant::VehicleSetup& setup);

/// The outputs that a model calculates, and the readings of all sensors.
std::vector<OutputSignal> output_signals(plant::Model model);

/// Whether the model has wheels with tyre forces.
constexpr bool has_tyres(plant::Model model) {
    return !plant::takes_actuation(model) && model != plant::Model::kinematic;
}

/// Whether the model has four separate wheels, with a torque for each and brake control.
constexpr bool has_four_wheels(plant::Model model) {
    return has_tyres(model) && model != plant::Model::bicycle;
}

}  // namespace gateway::fmu
