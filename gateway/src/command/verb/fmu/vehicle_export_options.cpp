// SPDX-License-Identifier: MIT
#include "vehicle_export_options.hpp"

#include "config/common/named_files.hpp"
#include "export/vehicle_export.hpp"
#include "number/number_option.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gateway {
namespace {

constexpr plant::Range steps_s{1e-4, 0.1};

std::vector<std::string> names_of_models() {
    const auto names = plant::model_names();
    return {names.begin(), names.end()};
}

}  // namespace

struct VehicleExportOptions::Arguments {
    std::string model, vehicle, tyre, actuator, sensors, ground, actuation;
    double step_s = 0.001;

    plant::ActuationConfig load_actuation() const {
        if (model.empty()) return plant::load_actuation_config(actuation);
        plant::ActuationConfig config;
        if (!actuation.empty()) config = plant::load_actuation(actuation);
        config.model = plant::model_named(model);
        return config;
    }
    fmu::VehiclePackage package(std::vector<std::string>& notes) const;
    void check_effects(plant::Model model) const;
    void check_files(const std::filesystem::path& output) const;
};

fmu::VehiclePackage VehicleExportOptions::Arguments::package(
    std::vector<std::string>& notes) const {
    const plant::ActuationConfig config = load_actuation();
    check_effects(config.model);
    fmu::VehiclePackage package;
    package.model = config.model;
    package.step = plant::SimDuration(std::llround(step_s * 1e9));
    plant::SessionConfig& session = package.setup.session;
    session.actuation = config.params;
    if (!config.has_nominal_step) session.actuation.nominal_step_s = step_s;
    if (!vehicle.empty()) session.vehicle = plant::load_vehicle(vehicle);
    if (!tyre.empty()) session.tyre = plant::load_tyre(tyre, &notes);
    if (!actuator.empty()) session.actuator = plant::load_actuator(actuator);
    if (!sensors.empty()) session.sensors = plant::load_sensors(sensors);
    if (!ground.empty()) package.setup.ground = plant::load_ground(ground);
    session.solver.max_step = std::min(session.solver.max_step, package.step);
    return package;
}

void VehicleExportOptions::Arguments::check_effects(plant::Model exported) const {
    const bool is_actuated = plant::takes_actuation(exported);
    const auto refuse = [&](const char* option, const std::string& file, bool is_refused) {
        if (is_refused && !file.empty())
            throw std::invalid_argument(std::string(option) + ": has no effect on the model " +
                                        std::string(plant::info(exported).name));
    };
    refuse("--tyre", tyre, is_actuated);
    refuse("--actuator", actuator, is_actuated);
    refuse("--actuation", actuation, !is_actuated);
}

void VehicleExportOptions::Arguments::check_files(const std::filesystem::path& output) const {
    std::vector<NamedFile> inputs;
    for (const auto& [option, file] : {std::pair("--vehicle", &vehicle),
                                       {"--tyre", &tyre},
                                       {"--actuator", &actuator},
                                       {"--sensors", &sensors},
                                       {"--ground", &ground},
                                       {"--actuation", &actuation}})
        for (NamedFile& named : files_read(option, *file)) inputs.push_back(std::move(named));
    const std::string problem = overwriting({{"OUT", output.string()}}, inputs);
    if (!problem.empty()) throw std::invalid_argument(problem);
}

VehicleExportOptions::VehicleExportOptions(ddc::command::Verb& verb)
    : given_(std::make_unique<Arguments>()) {
    Arguments& given = *given_;
    options_ = std::vector<ddc::command::Option>{
        verb.add_option("--model", given.model, "Export a vehicle with this model")
            .one_of(names_of_models()),
        verb.add_file("--vehicle", given.vehicle,
                      "Masses, dimensions, drive and brakes (default: the sedan)"),
        verb.add_file("--tyre", given.tyre, "Tyre parameters, YAML or .tir"),
        verb.add_file("--actuator", given.actuator, "Actuator parameters (default: ideal)"),
        verb.add_file("--sensors", given.sensors, "Sensor parameters (default: ideal)"),
        verb.add_file("--ground", given.ground, "The road (default: flat, with friction 1)"),
        verb.add_file("--actuation", given.actuation,
                      "Parameters of an actuation model; names the model unless --model does"),
        add_number(verb, "--step", given.step_s, steps_s,
                   "Internal step of the vehicle in s: communication steps are multiples of it")};
}

VehicleExportOptions::~VehicleExportOptions() = default;

bool VehicleExportOptions::is_given() const {
    return !given_->model.empty() || !given_->actuation.empty();
}

void VehicleExportOptions::run(const ExportedFmu& output, std::ostream& out) const {
    given_->check_files(output.file);
    std::vector<std::string> notes;
    fmu::VehiclePackage package = given_->package(notes);
    package.version = output.version;
    fmu::export_vehicle(package, output.name, output.file);
    for (const std::string& note : notes) out << note << '\n';
}

}  // namespace gateway
