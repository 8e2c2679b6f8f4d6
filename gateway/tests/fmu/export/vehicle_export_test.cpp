// SPDX-License-Identifier: MIT
#include "export/vehicle_export.hpp"

#include "archive/archive.hpp"
#include "description/fmu.hpp"
#include "description/read_description.hpp"
#include "description/write_description.hpp"
#include "rule/check.hpp"
#include "scratch_folder.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace vehicle_export_test {

using namespace gateway::fmu;

namespace {

std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

VehiclePackage package_of(plant::Model model, Version version) {
    VehiclePackage package;
    package.model = model;
    package.version = version;
    return package;
}

}  // namespace

TEST_CASE("vehicle export: the description of each model and version violates no rule") {
    for (const plant::ModelInfo& model : plant::models)
        for (const Version version : {Version::fmi2, Version::fmi3}) {
            VehiclePackage package = package_of(model.model, version);
            package.token = "{1}";
            const std::string text = model_description_xml(vehicle_description(package, "car"));
            const ModelDescription read = read_description(text, "car.xml");
            const std::string library = "binaries/" + own_platforms(version).front() + "/car.so";
            for (const Violation& each : check({read, {library}})) FAIL_CHECK(to_string(each));
        }
}

TEST_CASE("vehicle export: the archive has the library, the parameters, a page and the licence") {
    const tests::ScratchFolder folder;
    const auto file = folder.path() / "car.fmu";
    const auto written =
        export_vehicle(package_of(plant::Model::seven_dof, Version::fmi2), "my car", file);
    const Archive archive(file);
    for (const char* entry :
         {"modelDescription.xml", "terminalsAndIcons/terminalsAndIcons.xml",
          "resources/parameters.txt", "documentation/index.html",
          "documentation/licenses/license.txt", "documentation/licenses/others.txt"})
        CHECK_MESSAGE(archive.has(entry), entry);
    const Fmu read = load_fmu(archive);
    for (const Violation& each : check(read)) FAIL_CHECK(to_string(each));
    CHECK(own_library(read).find("my_car.so") != std::string::npos);
    CHECK(read.description.token == written.token);
    const std::string parameters = archive.read("resources/parameters.txt", 1u << 20);
    CHECK(vehicle_package_from(parameters).token == written.token);
    const std::string page = archive.read("documentation/index.html", 1u << 20);
    for (const char* word : {"ISO 8855", "ego.cmd.steeringAngle", "vehicle.body.mass_kg", "MIT"})
        CHECK_MESSAGE(page.find(word) != std::string::npos, word);
    CHECK(read.description.terminals.at(0).members.size() == 13);
}

TEST_CASE("vehicle export: equal vehicles give equal bytes, other ones another token") {
    const tests::ScratchFolder folder;
    VehiclePackage package = package_of(plant::Model::kinematic, Version::fmi3);
    const auto first = export_vehicle(package, "", folder.path() / "a.fmu");
    export_vehicle(package, "", folder.path() / "b.fmu");
    CHECK(bytes_of(folder.path() / "a.fmu") == bytes_of(folder.path() / "b.fmu"));
    package.setup.session.vehicle.body.mass_kg += 1;
    CHECK(export_vehicle(package, "", folder.path() / "b.fmu").token != first.token);
}

TEST_CASE("vehicle export: a vehicle with wrong parameters is refused, and nothing is written") {
    const tests::ScratchFolder folder;
    VehiclePackage package = package_of(plant::Model::seven_dof, Version::fmi3);
    package.setup.session.vehicle.body.mass_kg = 0;
    CHECK_THROWS_AS(export_vehicle(package, "", folder.path() / "a.fmu"), std::invalid_argument);
    CHECK(std::filesystem::is_empty(folder.path()));
}

}  // namespace vehicle_export_test
