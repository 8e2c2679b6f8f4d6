// SPDX-License-Identifier: MIT
#include "plant/model.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace plant {

const std::vector<std::string_view>& model_names() {
    static const std::vector<std::string_view> names{
        "kinematic",         "bicycle",
        "seven_dof",         "fourteen_dof",
        "actuation_cmd",     "actuation_cmd_steer_map",
        "actuation_cmd_vgr", "actuation_cmd_mechanical"};
    return names;
}

Model model_named(std::string_view name) {
    const auto& names = model_names();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<Model>(found - names.begin());
    std::string reason = "model: must be one of";
    for (const std::string_view known : names) reason.append(" ").append(known);
    throw std::invalid_argument(reason);
}

}  // namespace plant
