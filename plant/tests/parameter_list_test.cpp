// SPDX-License-Identifier: MIT
#include <plant/parameter_list.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>

namespace parameter_list_test {

using namespace plant;

namespace {

std::filesystem::path data(const char* file) {
    return std::filesystem::path(PLANT_DATA) / file;
}

/// A setup in which every file differs from the defaults.
VehicleSetup rich_setup() {
    VehicleSetup setup;
    setup.session.vehicle = load_vehicle(data("brake_control/sedan_rear_load.yaml"));
    setup.session.tyre = load_tyre(data("tyre/truck.yaml"));
    setup.session.actuator = load_actuator(data("actuator/sedan.yaml"));
    setup.session.sensors = load_sensors(data("sensor/sedan.yaml"));
    setup.session.actuation =
        load_actuation(data("actuation/actuation_cmd_mechanical.yaml")).params;
    setup.session.actuation.steer_map = CalibrationMap({0, 1}, {0, 1, 2}, {0, 1, 2, 3, 4, 5});
    setup.session.solver.integrator = Integrator::semi_implicit;
    setup.session.solver.max_step = SimDuration{123'456};
    setup.ground = load_ground(data("ground/everything.yaml"));
    return setup;
}

template <class List>
auto& named(List&& all, const std::string& name) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Parameter& each) { return each.name == name; });
    REQUIRE_MESSAGE(found != all.end(), name);
    return *found;
}

/// The state after some ticks, which depends on all parameters.
Snapshot driven(const VehicleSetup& setup, Model model) {
    SimSession session(create_model(model, setup.session.actuation), create_ground(setup.ground),
                       setup.session);
    Command command;
    command.throttle = 0.7;
    command.steer_rad = 0.05;
    command.actuation = {0.3, 0.0, 0.1};
    session.set_input(command);
    for (int i = 0; i < 200; ++i) CHECK(session.tick(SimDuration{1'000'000}) == StepStatus::ok);
    return session.snapshot();
}

/// The error of assigning a list after one change.
template <class Change>
std::string complaint(Change change) {
    VehicleSetup setup = rich_setup();
    std::vector<Parameter> all = list_parameters(setup);
    change(all);
    try {
        assign_parameters(setup, all);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("parameter list: names are unique and have the values of the files") {
    const auto all = list_parameters(rich_setup());
    std::set<std::string> names;
    for (const Parameter& each : all) CHECK_MESSAGE(names.insert(each.name).second, each.name);
    CHECK(named(all, "vehicle.body.mass_kg").number == 1900.0);
    CHECK(named(all, "vehicle.body.mass_kg").range.max == 1e5);
    CHECK(named(all, "vehicle.brake_control.esc.enabled").whole == 1);
    CHECK(named(all, "solver.max_step_s").number == doctest::Approx(123456e-9));
    CHECK(named(all, "vehicle.drive.differential").names.size() == 2);
    CHECK(named(all, "ground.patches").whole == 1);
    CHECK(named(all, "ground.patches[1].friction").number == 0.15);
    CHECK(named(all, "ground.patches[1].friction").is_in_list);
}

TEST_CASE("parameter list: keys without effect are omitted") {
    for (const Parameter& each : list_parameters(rich_setup())) {
        CHECK(each.name != "actuation.steer_dead_band");
        CHECK(each.name != "actuation.mechanical_params.vgr_coef_a");
    }
}

TEST_CASE("parameter list: a list that is assigned to the defaults gives the same vehicle") {
    const VehicleSetup setup = rich_setup();
    VehicleSetup copy;
    assign_parameters(copy, list_parameters(setup));
    CHECK(driven(copy, Model::fourteen_dof) == driven(setup, Model::fourteen_dof));
    VehicleSetup plain_brakes = setup;
    plain_brakes.session.vehicle.brake_control = copy.session.vehicle.brake_control = {};
    for (const Model model : {Model::actuation_cmd_mechanical, Model::actuation_cmd_steer_map})
        CHECK(driven(copy, model) == driven(plain_brakes, model));
}

TEST_CASE("parameter list: coefficients of a .tir file are one parameter") {
    VehicleSetup setup;
    setup.session.tyre = load_tyre(data("tyre/sedan.tir"));
    VehicleSetup copy;
    assign_parameters(copy, list_parameters(setup));
    CHECK(copy.session.tyre.model == TyreModel::mf52);
    CHECK(driven(copy, Model::seven_dof) == driven(setup, Model::seven_dof));
}

TEST_CASE("parameter list: a list that does not fit is refused with the name") {
    CHECK(complaint([](auto&) {}) == "");
    CHECK(complaint([](auto& all) { all.erase(all.begin()); }) ==
          "vehicle.body.mass_kg: is missing");
    CHECK(complaint([](auto& all) { all.front().name = "vehicle.body.colour"; }) ==
          "vehicle.body.mass_kg: is missing");
    CHECK(complaint([](auto& all) {
              all.push_back(all.front());
              all.back().name = "vehicle.colour";
          }) == "vehicle.colour: is no parameter");
    CHECK(complaint([](auto& all) { all.front().kind = ParameterKind::flag; }) ==
          "vehicle.body.mass_kg: is of another kind");
    CHECK(complaint([](auto& all) { named(all, "vehicle.drive.differential").whole = 2; }) ==
          "vehicle.drive.differential: is no choice");
    CHECK(complaint([](auto& all) { named(all, "ground.patches").whole = 1'000'000'000; }) ==
          "ground.patches: is too long");
    CHECK(complaint([](auto& all) { named(all, "actuation.steer_map").numbers.pop_back(); }) ==
          "actuation.steer_map: has a wrong number of cells");
    CHECK(complaint([](auto& all) { named(all, "actuation.steer_map").numbers[0] = 1e300; }) ==
          "actuation.steer_map: has a wrong length");
}

}  // namespace parameter_list_test
