// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground_params.hpp>
#include <plant/number_text.hpp>
#include <plant/sim_session.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plant {

/// All parameters of a simulated vehicle on its ground.
struct VehicleSetup {
    SessionConfig session;
    GroundParams ground;
};

/// Kind of the value of a Parameter.
enum class ParameterKind {
    number,   ///< Parameter::number, within Parameter::range
    flag,     ///< Parameter::whole is 0 or 1
    count,    ///< Parameter::whole
    choice,   ///< Parameter::whole is an index of Parameter::names
    length,   ///< Parameter::whole is the number of items of a list; their parameters follow
    numbers,  ///< Parameter::numbers, of any length: a calibration map, coefficients of a tyre
};

/// One value of a VehicleSetup, whatever its type.
struct Parameter {
    /// Keys of the parameter files with a section for each file, items counted from 1:
    /// "vehicle.body.mass_kg", "ground.patches[1].friction".
    std::string name;
    ParameterKind kind = ParameterKind::number;
    double number = 0;
    Range range{};
    std::uint64_t whole = 0;
    std::vector<std::string_view> names{};  ///< of a choice; literals
    std::vector<double> numbers{};
    bool is_in_list = false;  ///< exists only while the list has that many items
};

/// All parameters, in the order of the keys in the files. Coefficients of a .tir file are one
/// parameter, "tyre.mf52", as are the maps, such as "actuation.accel_map".
std::vector<Parameter> list_parameters(const VehicleSetup& setup);

/// Sets all parameters. Ranges are not checked: SimSession, create_model and create_ground do that.
/// @param parameters those of list_parameters() for a setup of the same shape, in any order
/// @throws std::invalid_argument "name: reason" if one is missing, unknown, of another kind, or
/// has an impossible length or choice; the setup is unspecified then
void assign_parameters(VehicleSetup& setup, const std::vector<Parameter>& parameters);

}  // namespace plant
