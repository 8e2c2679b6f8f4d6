// SPDX-License-Identifier: MIT
#include "vehicle_slave/vehicle_package.hpp"

#include "scratch_folder.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

namespace vehicle_package_test {

using namespace gateway::fmu;

namespace {

VehiclePackage rich_package() {
    VehiclePackage package;
    package.version = Version::fmi3;
    package.token = "abc";
    package.model = plant::Model::fourteen_dof;
    package.step = plant::SimDuration{2'000'000};
    package.setup.session.vehicle.body.mass_kg = 1234.0 / 3.0;
    package.setup.session.sensors.seed = 0xffff'ffff'ffff'ffff;
    package.setup.ground.patches = {{}, {1, 2, 3, 4, 0.5, 0.25}};
    package.start = {0.1, -2.0, 3.0, 1.0 / 3.0};
    return package;
}

/// The error of reading a text after one change.
std::string complaint(const std::string& old, const std::string& by) {
    std::string text = to_text(rich_package());
    const std::size_t at = text.find(old);
    REQUIRE(at != std::string::npos);
    text.replace(at, old.size(), by);
    try {
        vehicle_package_from(text);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("vehicle package: a text that is read and written again is the same") {
    const std::string text = to_text(rich_package());
    const VehiclePackage read = vehicle_package_from(text);
    CHECK(to_text(read) == text);
    CHECK(read.version == Version::fmi3);
    CHECK(read.model == plant::Model::fourteen_dof);
    CHECK(read.step == plant::SimDuration{2'000'000});
    CHECK(read.setup.session.vehicle.body.mass_kg == 1234.0 / 3.0);
    CHECK(read.setup.session.sensors.seed == 0xffff'ffff'ffff'ffff);
    CHECK(read.setup.ground.patches.at(1).friction == 0.5);
    CHECK(read.start.vx_mps == 1.0 / 3.0);
}

TEST_CASE("vehicle package: a wrong text is refused with its line") {
    CHECK(complaint("vehicle 1", "vehicle 1") == "");
    CHECK(complaint("vehicle 1", "vehicle 2") ==
          "parameters.txt:1: the file is not of this version of ddc-gateway");
    CHECK(complaint("model fourteen_dof", "model train").find("parameters.txt:4: model") == 0);
    CHECK(complaint("step_ns 2000000", "step_ns 0") ==
          "parameters.txt:5: the step must be 1 us to 1 s");
    CHECK(complaint("start 0.1", "start inf").find("must be finite") != std::string::npos);
    CHECK(complaint("start 0.1", "start").find("a value is missing") != std::string::npos);
    CHECK(complaint("start 0.1", "start 0.1 2").find("too long") != std::string::npos);
    CHECK(complaint("number vehicle.body.cg", "shape vehicle.body.cg").find("'shape'") !=
          std::string::npos);
    CHECK(complaint("wheelbase_m 2.7", "wheelbase_m 2.7x").find("'2.7x'") != std::string::npos);
    CHECK(complaint("vehicle.body.wheelbase_m", "vehicle.body.length_m") ==
          "vehicle.body.wheelbase_m: is missing");
    CHECK(complaint("length ground.patches 2", "length ground.patches 3") ==
          "ground.patches[3].start_m: is missing");
    CHECK(complaint("length ground.patches 2", "length ground.patches 99999999") ==
          "ground.patches: is too long");
    CHECK(complaint("token abc\n", "").find("token: is missing") == 0);
}

TEST_CASE("vehicle package: a file that is missing or too long is refused") {
    const tests::ScratchFolder folder;
    CHECK_THROWS(read_vehicle_package(folder.path()));
    folder.write(package_file, to_text(rich_package()));
    CHECK(read_vehicle_package(folder.path()).token == "abc");
    folder.write(package_file, std::string((1u << 24) + 1, 'x'));
    CHECK_THROWS(read_vehicle_package(folder.path()));
}

TEST_CASE("vehicle package: steps of the integration are not longer than a tick") {
    VehiclePackage package = rich_package();
    package.step = plant::SimDuration{100'000};
    const auto session = create_session(package);
    package.setup.session.solver.max_step = package.step;
    const auto other = create_session(package);
    CHECK(session->snapshot() == other->snapshot());
}

TEST_CASE("vehicle package: parameters that do not fit together are refused") {
    VehiclePackage package = rich_package();
    package.setup.session.vehicle.body.cg_to_front_axle_m = 5.0;
    CHECK_THROWS_AS(create_session(package), std::invalid_argument);
    package = rich_package();
    package.setup.session.solver.max_step = plant::SimDuration{0};
    CHECK_THROWS_AS(create_session(package), std::invalid_argument);
}

}  // namespace vehicle_package_test
