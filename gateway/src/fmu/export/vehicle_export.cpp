// SPDX-License-Identifier: MIT
#include "vehicle_export.hpp"

#include "documentation.hpp"
#include "fmu_file.hpp"

#include "description/write_description.hpp"
#include "vehicle_slave/vehicle_variables.hpp"

#include <plant/number_text.hpp>

#include <chrono>
#include <string_view>
#include <vector>

namespace gateway::fmu {
namespace {

double seconds(plant::SimDuration time) {
    return std::chrono::duration<double>(time).count();
}

CoSimulation capabilities(const VehiclePackage& package, const std::string& name) {
    CoSimulation model;
    model.identifier = identifier_of(name);
    model.can_handle_variable_step = true;
    model.can_get_and_set_state = true;
    model.can_serialise_state = true;
    model.fixed_internal_step_s = seconds(package.step);
    return model;
}

/// The inputs, as one bus.
Terminal command_terminal(const std::vector<Variable>& variables) {
    constexpr std::string_view bus = "ego.cmd";
    Terminal terminal{std::string(bus), "", "bus"};
    for (const Variable& each : variables)
        if (each.causality == Causality::input)
            terminal.members.push_back({each.name, each.name.substr(bus.size() + 1)});
    return terminal;
}

std::string vehicle_documentation(const ModelDescription& description,
                                  const VehiclePackage& package) {
    const std::string step = plant::plain(seconds(package.step));
    return documentation(
        description,
        {description.description + ". It is simulated by the same code as in ddc-gateway: equal "
                                   "commands give equal bits.",
         "Frames: the world has x to the east, y to the north and z up. The vehicle has, as in "
         "ISO 8855, x forward, y to the left and z up; positive steering and yaw turn left. The "
         "reference point is the centre of gravity. Units are SI, angles in rad.",
         "The internal step is " + step +
             " s. With FMI 2.0 a communication step must be a multiple of it, or it is discarded. "
             "With FMI 3.0 the vehicle executes all internal steps that end within the "
             "communication step, and reports the time that it has reached.",
         "Inputs are constant during a communication step; those out of range are limited. The "
         "wheels are fl, fr, rl, rr: front left, front right, rear left, rear right.",
         "Parameters have the names of the keys of the parameter files of ddc-gateway, and the "
         "values of the files from which this FMU was exported. Calibration maps, coefficients of "
         "a .tir file and friction patches are in resources/parameters.txt and cannot be changed.",
         "Exported by " + description.generation_tool + ". Licence: MIT, see licenses."});
}

}  // namespace

ModelDescription vehicle_description(const VehiclePackage& package, const std::string& name) {
    VehicleVariables variables(package);
    ModelDescription description;
    description.version = package.version;
    description.model_name = name;
    description.token = package.token;
    description.description =
        "Vehicle model " + std::string(plant::info(package.model).name) + " of ddc-gateway";
    description.license = "MIT";
    description.co_simulation = capabilities(package, name);
    description.default_experiment = {0.0, std::nullopt, seconds(package.step)};
    description.variables = variables.all();
    description.enumerations = variables.enumerations();
    description.log_categories = {{"logStatusError", "Calls that failed, with the reason"},
                                  {"logStatusDiscard", "Steps that were not executed"}};
    description.terminals = {command_terminal(description.variables)};
    complete(description);
    // Inputs take effect in the next step.
    for (Unknown& output : description.outputs) output.dependencies.emplace();
    return description;
}

ModelDescription export_vehicle(VehiclePackage package, const std::string& given_name,
                                const std::filesystem::path& output) {
    create_session(package);  // refuses parameters that do not fit together
    const std::string name =
        given_name.empty() ? std::string(plant::info(package.model).name) : given_name;
    package.token.clear();
    const std::string content = model_description_xml(vehicle_description(package, name));
    package.token = token_of({content, to_text(package)});
    ModelDescription description = vehicle_description(package, name);
    ArchiveWriter archive = begin_fmu(description, installed_file("fmu_vehicle.so"));
    archive.add("documentation/index.html", vehicle_documentation(description, package));
    archive.add(std::string("resources/") + package_file, to_text(package));
    archive.write(output);
    return description;
}

}  // namespace gateway::fmu
