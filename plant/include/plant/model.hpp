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
    kinematic,
    bicycle,
    seven_dof,
    fourteen_dof,
    actuation_cmd,
    actuation_cmd_steer_map,
    actuation_cmd_vgr,
    actuation_cmd_mechanical,
};

/// What moves a model: pedals and a road wheel angle, or Command::actuation.
enum class Takes { pedals, actuation };

/// What the steering command of a model means: the angle of the tyres, a row of the steer map, or
/// the angle of the steering wheel.
enum class SteerCommand { tyre_angle, steer_map_row, wheel_angle };

/// L0: kinematic bicycle without slip; throttle and brake act as forces on the mass.
std::unique_ptr<VehicleDynamics> create_kinematic();

/// L1: single track with tyres; both wheels of an axle are one.
std::unique_ptr<VehicleDynamics> create_bicycle();

/// L2: planar body and four wheel spins with tyres, load transfer and drag.
std::unique_ptr<VehicleDynamics> create_seven_dof();

/// L3: the body also heaves, rolls and pitches on springs and dampers, each wheel hub moves up and
/// down on its tyre.
std::unique_ptr<VehicleDynamics> create_fourteen_dof();

/// An actuation vehicle as a model of a session. Its point is the centre of gravity, where the
/// vehicle's parameters put it in front of the rear axle; the wheelbase that turns the vehicle is
/// that of `params`. The slope comes from the ground, the handbrake is the brake map's last row.
/// The reference behaviour moves once a step, the corrected one in parts no longer than
/// nominal_step_s. @throws std::invalid_argument as ActuationVehicle does.
std::unique_ptr<VehicleDynamics> create_actuation(Model model, const ActuationParams& params);

/// What is known of a model. A new one is an enumerator, its factory and a row here; every list,
/// option and message is made from the rows.
struct ModelInfo {
    Model model;
    std::string_view name;   ///< in files, on command lines and in the C interface
    std::string_view level;  ///< what vdsim_realtime calls it, or empty: it does not offer it
    Takes takes;
    SteerCommand steer;
    std::unique_ptr<VehicleDynamics> (*create)(Model, const ActuationParams&);
};

/// The factory of a model without actuation parameters, as a column of the table has it.
template <std::unique_ptr<VehicleDynamics> (*create)()>
std::unique_ptr<VehicleDynamics> create_with_pedals(Model, const ActuationParams&) {
    return create();
}

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

constexpr bool rows_are_in_order() {
    for (std::size_t i = 0; i < models.size(); ++i)
        if (models[i].model != static_cast<Model>(i)) return false;
    return true;
}
static_assert(rows_are_in_order(), "a row of the table is not at the place of its enumerator");

/// Whether the model takes Command::actuation.
constexpr bool takes_actuation(Model model) {
    return info(model).takes == Takes::actuation;
}

/// Names of all models, or of those that take this, in the order of the table.
std::vector<std::string_view> model_names();
std::vector<std::string_view> model_names(Takes takes);

/// By its name. @throws std::invalid_argument with the names there are for another one.
Model model_named(std::string_view name);
Model model_named(std::string_view name, Takes takes);

/// `actuation` is for the models that take it. @throws std::invalid_argument when it is out of
/// range.
std::unique_ptr<VehicleDynamics> create_model(Model model, const ActuationParams& actuation);
std::unique_ptr<VehicleDynamics> create_model(Model model);

}  // namespace plant
