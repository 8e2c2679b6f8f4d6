// SPDX-License-Identifier: MIT
#include <plant/model.hpp>

#include <plant/actuation_params.hpp>
#include <plant/vehicle_dynamics.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace plant {
namespace {

template <class Filter>
std::vector<std::string_view> names_of(Filter is_wanted) {
    std::vector<std::string_view> names;
    for (const ModelInfo& row : models)
        if (is_wanted(row)) names.push_back(row.name);
    return names;
}

Model named(std::string_view name, const std::vector<std::string_view>& names) {
    if (std::find(names.begin(), names.end(), name) != names.end()) {
        return std::find_if(models.begin(), models.end(),
                            [&](const ModelInfo& row) { return row.name == name; })
            ->model;
    }
    std::string reason = "model: must be one of";
    for (const std::string_view known : names) reason.append(" ").append(known);
    throw std::invalid_argument(reason);
}

}  // namespace

std::vector<std::string_view> model_names() {
    return names_of([](const ModelInfo&) { return true; });
}

std::vector<std::string_view> model_names(Takes takes) {
    return names_of([&](const ModelInfo& row) { return row.takes == takes; });
}

Model model_named(std::string_view name) {
    return named(name, model_names());
}

Model model_named(std::string_view name, Takes takes) {
    return named(name, model_names(takes));
}

std::unique_ptr<VehicleDynamics> create_model(Model model, const ActuationParams& actuation) {
    return info(model).create(model, actuation);
}

std::unique_ptr<VehicleDynamics> create_model(Model model) {
    return create_model(model, {});
}

}  // namespace plant
