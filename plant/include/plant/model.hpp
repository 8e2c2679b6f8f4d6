// SPDX-License-Identifier: MIT
#pragma once

#include <plant/vehicle_dynamics.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace plant {

struct ActuationParams;

/// Every vehicle model of the plant, in the order of the table below.
enum class Model {
    kinematic,                 ///< L0
    bicycle,                   ///< L1
    seven_dof,                 ///< L2
    fourteen_dof,              ///< L3
    actuation_cmd,             ///< steered by the tyre angle
    actuation_cmd_steer_map,   ///< steered by the rate of the tyre angle, from a map
    actuation_cmd_vgr,         ///< steered by the steering wheel, with a variable gear ratio
    actuation_cmd_mechanical,  ///< as actuation_cmd_vgr, with a servo and its mechanics
};

/// What a model accepts: pedals and a road-wheel angle, or Command::actuation.
enum class Takes { pedals, actuation };

/// Meaning of the steering command of a model: angle of the tyres, row label of the steer map, or
/// angle of the steering wheel.
enum class SteerCommand { tyre_angle, steer_map_row, wheel_angle };

/// L0: kinematic bicycle without slip; throttle and brake act as forces on the mass.
std::unique_ptr<VehicleDynamics> create_kinematic();

/// L1: single-track model with tyres; the two wheels of an axle are one.
std::unique_ptr<VehicleDynamics> create_bicycle();

/// L2: planar body and four wheel spins with tyres, load transfer and drag.
std::unique_ptr<VehicleDynamics> create_seven_dof();

/// L3: as L2, with heave, roll and pitch of the body on springs and dampers, and vertical motion
/// of each wheel hub on its tyre.
std::unique_ptr<VehicleDynamics> create_fourteen_dof();

/// An actuation vehicle as a model of a session. Its reference point is the centre of gravity,
/// which the vehicle's parameters place in front of the rear axle; the wheelbase for turning is
/// that of `params`. The slope is that of the ground; the handbrake is the last row of the brake
/// map. The reference behaviour takes one step per tick, the corrected one takes steps of at most
/// nominal_step_s. @throws std::invalid_argument as ActuationVehicle does.
std::unique_ptr<VehicleDynamics> create_actuation(Model model, const ActuationParams& params);

/// Properties of a model. A new model needs an enumerator, a factory and a row here; all lists,
/// options and messages are made from the rows.
struct ModelInfo {
    Model model;             ///< whose index is that of the row
    std::string_view name;   ///< in files, on command lines and in the C interface
    std::string_view level;  ///< name in vdsim_realtime; empty if it is not available there
    Takes takes;             ///< the part of a Command that the model uses
    SteerCommand steer;      ///< meaning of the steering in that part
    /// The factory, see create_model. Models that take pedals ignore the parameters.
    std::unique_ptr<VehicleDynamics> (*create)(Model, const ActuationParams&);
};

/// Adapts a factory without actuation parameters to the type of ModelInfo::create.
template <std::unique_ptr<VehicleDynamics> (*create)()>
std::unique_ptr<VehicleDynamics> create_with_pedals(Model, const ActuationParams&) {
    return create();
}

/// The table: one row per model, in the order of the enumerators.
inline constexpr std::array models{
    ModelInfo{Model::kinematic, "kinematic", "L0", Takes::pedals, SteerCommand::tyre_angle,
              create_with_pedals<create_kinematic>},
    ModelInfo{Model::bicycle, "bicycle", "L1", Takes::pedals, SteerCommand::tyre_angle,
              create_with_pedals<create_bicycle>},
    ModelInfo{Model::seven_dof, "seven_dof", "L2", Takes::pedals, SteerCommand::tyre_angle,
              create_with_pedals<create_seven_dof>},
    ModelInfo{Model::fourteen_dof, "fourteen_dof", "L3", Takes::pedals, SteerCommand::tyre_angle,
              create_with_pedals<create_fourteen_dof>},
    ModelInfo{Model::actuation_cmd, "actuation_cmd", "", Takes::actuation, SteerCommand::tyre_angle,
              create_actuation},
    ModelInfo{Model::actuation_cmd_steer_map, "actuation_cmd_steer_map", "", Takes::actuation,
              SteerCommand::steer_map_row, create_actuation},
    ModelInfo{Model::actuation_cmd_vgr, "actuation_cmd_vgr", "", Takes::actuation,
              SteerCommand::wheel_angle, create_actuation},
    ModelInfo{Model::actuation_cmd_mechanical, "actuation_cmd_mechanical", "", Takes::actuation,
              SteerCommand::wheel_angle, create_actuation},
};

/// The row of a model.
constexpr const ModelInfo& info(Model model) {
    return models[static_cast<std::size_t>(model)];
}

/// Whether info() finds the row of each model; a static assertion requires it.
constexpr bool rows_are_in_order() {
    for (std::size_t i = 0; i < models.size(); ++i)
        if (models[i].model != static_cast<Model>(i)) return false;
    return true;
}
static_assert(rows_are_in_order(), "the rows are not in the order of the enumerators");

/// Whether the model accepts Command::actuation.
constexpr bool takes_actuation(Model model) {
    return info(model).takes == Takes::actuation;
}

/// Names of all models, in the order of the table of models.
std::vector<std::string_view> model_names();
/// Names of the models that accept `takes`, in the order of the table.
std::vector<std::string_view> model_names(Takes takes);

/// The model with a name. @throws std::invalid_argument with the available names for another name.
Model model_named(std::string_view name);
/// As above, among the models that accept `takes`.
Model model_named(std::string_view name, Takes takes);

/// Creates a model, not initialized. `actuation` is for actuation models only. @throws
/// std::invalid_argument when it is out of range.
std::unique_ptr<VehicleDynamics> create_model(Model model, const ActuationParams& actuation);
/// As above, with default parameters of an actuation model.
std::unique_ptr<VehicleDynamics> create_model(Model model);

}  // namespace plant
