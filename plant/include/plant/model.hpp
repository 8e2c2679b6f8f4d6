// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

namespace plant {

/// Every vehicle model of the plant. The actuation models take Command::actuation, all others
/// take pedals and a road wheel angle.
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

/// Names of the models, in the order of the enumeration.
const std::vector<std::string_view>& model_names();

/// By the name of the enumerator. Throws std::invalid_argument for another name.
Model model_named(std::string_view name);

/// Whether the model takes Command::actuation.
constexpr bool takes_actuation(Model model) {
    return model >= Model::actuation_cmd;
}

}  // namespace plant
