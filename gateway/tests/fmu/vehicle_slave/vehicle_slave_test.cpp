// SPDX-License-Identifier: MIT
#include "vehicle_slave/vehicle_slave.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

namespace vehicle_slave_test {

using namespace gateway::fmu;
using plant::Model;

namespace {

VehiclePackage package_of(Model model, Version version = Version::fmi3) {
    VehiclePackage package;
    package.version = version;
    package.token = "test";
    package.model = model;
    package.start.vx_mps = 15;
    return package;
}

std::uint32_t reference_of(const Slave& slave, const std::string& name) {
    const auto& all = slave.info().variables;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Variable& v) { return v.name == name; });
    REQUIRE_MESSAGE(found != all.end(), name);
    return found->reference;
}

bool has(const Slave& slave, const std::string& name) {
    const auto& all = slave.info().variables;
    return std::any_of(all.begin(), all.end(), [&](const Variable& v) { return v.name == name; });
}

/// A slave with its values.
struct Driven {
    explicit Driven(const VehiclePackage& package)
        : slave(package), values(slave.info().variables) {}

    void set(const std::string& name, double value) {
        values.set(reference_of(slave, name), value);
    }
    double get(const std::string& name) {
        slave.write_outputs(values);
        return values.get<double>(reference_of(slave, name));
    }

    VehicleSlave slave;
    Values values;
};

}  // namespace

TEST_CASE("vehicle slave: names are unique and references are positions") {
    for (const plant::ModelInfo& model : plant::models) {
        const VehicleSlave slave(package_of(model.model));
        std::set<std::string> names;
        std::uint32_t reference = 0;
        for (const Variable& each : slave.info().variables) {
            CHECK_MESSAGE(names.insert(each.name).second, each.name);
            CHECK(each.reference == reference++);
        }
    }
}

TEST_CASE("vehicle slave: a model has the variables that it uses") {
    const VehicleSlave car(package_of(Model::seven_dof));
    CHECK(has(car, "ego.cmd.wheelTorque.fl"));
    CHECK(has(car, "vehicle.brake_control.abs.enabled"));
    CHECK(has(car, "ground.friction"));
    CHECK_FALSE(has(car, "ego.suspension.fl"));
    CHECK_FALSE(has(car, "actuation.vel_lim"));
    const VehicleSlave simple(package_of(Model::kinematic));
    CHECK_FALSE(has(simple, "ego.cmd.wheelTorque.fl"));
    CHECK_FALSE(has(simple, "ego.wheelLoad.fl"));
    const VehicleSlave actuated(package_of(Model::actuation_cmd));
    CHECK(has(actuated, "ego.cmd.accel"));
    CHECK(has(actuated, "ego.status.steer"));
    CHECK(has(actuated, "actuation.vel_lim"));
    CHECK_FALSE(has(actuated, "ego.cmd.throttle"));
    CHECK_FALSE(has(actuated, "tyre.nominal_load_n"));
    CHECK_FALSE(has(actuated, "actuation.convert_accel_cmd"));
}

TEST_CASE("vehicle slave: parameters have the ranges of the plant and the types of the version") {
    const VehicleSlave three(package_of(Model::seven_dof));
    const auto variable = [](const Slave& slave, const char* name) {
        return slave.info().variables[reference_of(slave, name)];
    };
    CHECK(variable(three, "vehicle.body.mass_kg").min == 10.0);
    CHECK(variable(three, "vehicle.body.mass_kg").max == 1e5);
    CHECK(variable(three, "vehicle.body.mass_kg").unit == "kg");
    CHECK(variable(three, "sensors.seed").type == Type::uint64);
    CHECK(variable(three, "tyre.model").type == Type::enumeration);
    const VehicleSlave two(package_of(Model::seven_dof, Version::fmi2));
    CHECK(variable(two, "sensors.seed").type == Type::int32);
    VehiclePackage large = package_of(Model::seven_dof, Version::fmi2);
    large.setup.session.sensors.seed = 1ull << 40;
    CHECK_FALSE(has(VehicleSlave(large), "sensors.seed"));
}

TEST_CASE("vehicle slave: parameters of the variables replace those of the package") {
    Driven driven(package_of(Model::seven_dof));
    driven.set("vehicle.body.mass_kg", 2500);
    driven.set("init.speed", 22);
    driven.set("init.x", 7);
    driven.set("ego.cmd.throttle", 0.8);
    driven.values.set(reference_of(driven.slave, "vehicle.drive.differential"), std::int64_t{2});
    driven.slave.initialise(driven.values, 0);
    CHECK(driven.get("ego.pose.x") == 7.0);
    CHECK(driven.slave.step(driven.values, 500).ticks == 500);

    VehiclePackage package = package_of(Model::seven_dof);
    package.setup.session.vehicle.body.mass_kg = 2500;
    package.setup.session.vehicle.drive.differential = plant::Differential::locked;
    package.start = {7, 0, 0, 22};
    const auto session = create_session(package);
    plant::Command command;
    command.throttle = 0.8;
    session->set_input(command);
    for (int i = 0; i < 500; ++i) CHECK(session->tick(package.step) == plant::StepStatus::ok);
    CHECK(driven.get("ego.pose.x") == session->output().state.position_m.x());
    CHECK(driven.get("ego.acc.longitudinal") == session->output().ax_mps2);
    CHECK(driven.get("ego.wheelLoad.rl") == session->output().wheel_load_n[2]);
}

TEST_CASE("vehicle slave: wheel torques replace the pedals while they are used") {
    Driven driven(package_of(Model::seven_dof));
    driven.slave.initialise(driven.values, 0);
    driven.set("ego.cmd.wheelTorque.rl", 300);
    driven.set("ego.cmd.wheelTorque.rr", 300);
    driven.slave.step(driven.values, 100);
    const double coasting_mps2 = driven.get("ego.acc.longitudinal");
    driven.values.set(reference_of(driven.slave, "ego.cmd.useWheelTorques"), true);
    driven.slave.step(driven.values, 100);
    CHECK(driven.get("ego.acc.longitudinal") > coasting_mps2 + 0.5);
}

TEST_CASE("vehicle slave: a configured sensor has errors in its readings, the truth has none") {
    VehiclePackage package = package_of(Model::seven_dof);
    package.setup.session.sensors.groups.of(plant::sensor::imu_gyro).bias = 0.25;
    Driven driven(package);
    driven.slave.initialise(driven.values, 0);
    driven.slave.step(driven.values, 1);
    CHECK(driven.get("ego.sensor.imu_gyro.z_radps") ==
          doctest::Approx(driven.get("ego.yawRate") + 0.25));
    CHECK(driven.get("ego.sensor.gnss_position.x_m") == driven.get("ego.pose.x"));
}

TEST_CASE("vehicle slave: impossible parameters are refused when it is initialised") {
    Driven driven(package_of(Model::seven_dof));
    driven.set("vehicle.body.mass_kg", -5);
    CHECK_THROWS_AS(driven.slave.initialise(driven.values, 0), std::invalid_argument);
    Driven choosing(package_of(Model::seven_dof));
    choosing.values.set(reference_of(choosing.slave, "tyre.model"), std::int64_t{0});
    CHECK_THROWS_AS(choosing.slave.initialise(choosing.values, 0), std::invalid_argument);
}

TEST_CASE("vehicle slave: a vehicle that rolls over ends the simulation") {
    VehiclePackage package = package_of(Model::fourteen_dof);
    package.setup.session.vehicle.body.cg_height_m = 2.5;
    package.start.vx_mps = 30;
    Driven driven(package);
    driven.slave.initialise(driven.values, 0);
    driven.set("ego.cmd.steeringAngle", 0.3);
    const StepResult result = driven.slave.step(driven.values, 20'000);
    CHECK(result.wants_end);
    CHECK(result.ticks > 0);
    CHECK(result.ticks < 20'000);
    CHECK(result.reason.find("rolled over") != std::string::npos);
}

TEST_CASE("vehicle slave: a saved state is refused when it is damaged") {
    Driven driven(package_of(Model::bicycle));
    driven.slave.initialise(driven.values, 0);
    std::vector<std::uint8_t> bytes;
    driven.slave.save(bytes);
    driven.slave.restore(bytes);
    bytes.pop_back();
    CHECK_THROWS_AS(driven.slave.restore(bytes), std::invalid_argument);
    bytes.resize(bytes.size() - 7);
    CHECK_THROWS_AS(driven.slave.restore(bytes), std::invalid_argument);
}

}  // namespace vehicle_slave_test
