// SPDX-License-Identifier: MIT
#include "scratch_file.hpp"

#include "plant_server/load_scene.hpp"
#include "plant_server/scale_file.hpp"

#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

namespace scene_test {

using namespace std::chrono_literals;
using gateway::tests::ScratchFile;
using gateway::vdsim::load_scene;
using gateway::vdsim::PlantServerConfig;

PlantServerConfig scene(const std::string& yaml) {
    return load_scene(ScratchFile(".yaml", yaml).path());
}

std::string error_of(const std::string& yaml) {
    const ScratchFile file(".yaml", yaml);
    try {
        load_scene(file.path());
    } catch (const plant::FileError& error) {
        return std::string(error.what()).substr(file.path().string().size());
    }
    return "";
}

const char* const world =
    "sim: {rate: 100, time_scale: 2}\ncmd_timeout: 0.2\nmu: 0.8\nmu_right: 0.3\ngrade: 0.1\n"
    "bank: -0.05\niso_class: 1\nvehicles:\n"
    "  - {id: 7, level: L3, x0: 1.5, y0: -2, yaw0: 0.5, vx0: 12}\n"
    "  - {level: L1}\n";

TEST_CASE("a world of the public simulator becomes vehicles on one ground") {
    const PlantServerConfig config = scene(world);
    CHECK(config.warnings.empty());
    CHECK(config.pace.dt == 10ms);
    CHECK(config.pace.time_scale == 2);
    REQUIRE(config.vehicles.size() == 2);
    const auto& first = config.vehicles[0];
    CHECK(first.options.vehicle_id == 7);
    CHECK(first.options.cmd_timeout == 200ms);
    CHECK(first.vehicle.model == plant::Model::fourteen_dof);
    CHECK(first.vehicle.step == 10ms);
    const plant::State start = gateway::start_of(first.vehicle);
    CHECK(start.position_m.x() == 1.5);
    CHECK(start.position_m.y() == -2);
    CHECK(start.yaw_rad == doctest::Approx(0.5));
    CHECK(start.velocity_mps.x() == 12);
    const plant::GroundParams& ground = first.vehicle.ground;
    CHECK(ground.friction == 0.8);
    CHECK(ground.split.enabled);
    CHECK(ground.split.friction_right == 0.3);
    CHECK(ground.grade == doctest::Approx(std::tan(0.1)));
    CHECK(ground.bank == doctest::Approx(std::tan(-0.05)));
    CHECK(ground.roughness.road_class == plant::RoadClass::b);
    CHECK(config.vehicles[1].options.vehicle_id == 1);
    CHECK(config.vehicles[1].vehicle.model == plant::Model::bicycle);
    CHECK(config.vehicles[1].vehicle.ground.friction == 0.8);
}

TEST_CASE("omitted keys of a world have the public simulator's defaults and version") {
    const PlantServerConfig config = scene("vehicles: [{id: 0}]\n");
    CHECK(config.pace.dt == 5ms);
    CHECK_FALSE(config.vehicles[0].vehicle.ground.split.enabled);
    CHECK(config.vehicles[0].vehicle.ground.roughness.road_class == plant::RoadClass::none);
    CHECK(config.vehicles[0].vehicle.model == plant::Model::seven_dof);
    REQUIRE(config.vehicles[0].options.destinations.size() == 1);
    CHECK(config.vehicles[0].options.destinations[0].version == 5);
    CHECK(scene("rate: 50\nvehicles: [{id: 0}]\n").pace.dt == 20ms);
    CHECK(scene("sim: {dt: 0.01}\nvehicles: [{id: 0}]\n").pace.dt == 10ms);
}

TEST_CASE("unused keys of a world are warnings with their positions") {
    const ScratchFile file(".yaml",
                           "terrain: hills.bin\ncomms: {channels: []}\n"
                           "cmd_timeout: 0\nvehicles:\n"
                           "  - {id: 0, vehicle: car.yaml, tire: t.yaml, level: L5}\n");
    const auto warnings = load_scene(file.path()).warnings;
    const std::string name = file.path();
    const std::vector<std::string> expected{
        name + ": cmd_timeout: is 1000 s: every vehicle has a time-out",
        name + ": level: L5 is not available: L3 is used instead",
        name + ":1:1: terrain: is not read",
        name + ":2:1: comms: is not read",
        name + ":5:13: vehicles[0].vehicle: is not read: the default sedan is used instead",
        name + ":5:32: vehicles[0].tire: is not read: the default sedan's tyres are used instead"};
    CHECK(warnings == expected);
}

TEST_CASE("a scene in this project's format is read, and a catalogue scene is rejected") {
    const PlantServerConfig ours = scene("rate_hz: 50\nvehicles: [{vehicle_id: 3, cmd_port: 0}]\n");
    CHECK(ours.pace.dt == 20ms);
    CHECK(ours.vehicles[0].options.vehicle_id == 3);
    CHECK(error_of("rate_hz: 50\nvehicles: [{wheels: 3}]\n").find("unknown key") !=
          std::string::npos);
    CHECK(error_of("id: s\nfleet: [{id: 0}]\n")
              .rfind(":2:8: fleet: is a scene of the public simulator's catalogue", 0) == 0);
    CHECK(error_of("mu: slippery\nvehicles: [{id: 0}]\n").rfind(":1:5: mu: must be", 0) == 0);
    CHECK(error_of("mu: 1\nvehicles: []\n").rfind(":2:11: vehicles: must have at least one", 0) ==
          0);
}

TEST_CASE("actuation commands of ROS 2 need a plant server whose vehicles all accept them") {
    const std::string actuated =
        "{vehicle_id: 3, cmd_port: 0, model: actuation_cmd, converter: {}}";
    const auto answer = [&](const std::string& commands, const std::string& vehicles) {
        return error_of("ros2: {commands: " + commands + "}\nrate_hz: 50\nvehicles: [" + vehicles +
                        "]\n");
    };
    CHECK(answer("actuation", actuated).empty());
    CHECK(answer("control", actuated).empty());
    CHECK(answer("actuation", actuated + ", {vehicle_id: 4, name: cab, cmd_port: 0}") ==
          ":1:7: ros2: `commands: actuation` is for a model such as actuation_cmd, which cab is "
          "not; write `commands: control`");
}

/// Waits for a report of a ScaleFile.
class Reports {
  public:
    gateway::vdsim::ScaleFile::Report report() {
        return [this](const std::string& text) {
            const std::lock_guard<std::mutex> lock(mutex_);
            texts_.push_back(text);
            changed_.notify_one();
        };
    }
    std::string next() {
        std::unique_lock<std::mutex> lock(mutex_);
        REQUIRE(changed_.wait_for(lock, 30s, [this] { return !texts_.empty(); }));
        std::string text = texts_.front();
        texts_.erase(texts_.begin());
        return text;
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> texts_;
};

TEST_CASE("a time scale in a file is used when it changes, and an invalid one is ignored") {
    const ScratchFile file("", "2.5\n");
    const auto rewrite = [&](const std::string& text) { std::ofstream(file.path()) << text; };
    gateway::RunControl control;
    Reports reports;
    const gateway::vdsim::ScaleFile sut(file.path(), control, reports.report());
    CHECK(reports.next() == file.path().string() + ": the time scale is 2.5");
    CHECK(control.time_scale == 2.5);
    control.time_scale = 7;
    rewrite("fast");
    CHECK(reports.next().find("it is unchanged") != std::string::npos);
    CHECK(control.time_scale == 7);
    rewrite("0.5");
    CHECK(reports.next().find("the time scale is 0.5") != std::string::npos);
    CHECK(control.time_scale == 0.5);
}

}  // namespace scene_test
