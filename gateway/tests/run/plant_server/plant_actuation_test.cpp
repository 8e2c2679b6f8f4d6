// SPDX-License-Identifier: MIT
#include "scratch_file.hpp"

#include "plant_server/load_plant_server_config.hpp"
#include "platform/create_vehicle.hpp"

#include <plant/file_error.hpp>
#include <plant/scenario.hpp>

#include <doctest/doctest.h>

namespace plant_actuation_test {

namespace vds1 = gateway::vds1;
namespace vdsim = gateway::vdsim;
using namespace std::chrono_literals;
using gateway::tests::ScratchFile;

vdsim::PlantServerConfig read(const std::string& vehicle) {
    const ScratchFile file(".yaml", "rate_hz: 100\nvehicles:\n  - {" + vehicle + "}\n");
    return vdsim::load_plant_server_config(file.path());
}

TEST_CASE("CMDs drive an actuation vehicle through its converter, and STATEs have their pedals") {
    const auto config = read("model: actuation_cmd_vgr, converter: {}");
    const auto& vehicle = config.vehicles.at(0);
    CHECK(vehicle.vehicle.session.actuation.nominal_step_s == 0.01);
    vdsim::PlantVehicle sut(vehicle.options, gateway::create_vehicle(vehicle.vehicle), {}, 1);
    vds1::Cmd cmd;
    cmd.throttle = 0.5;
    cmd.gear = 1;
    gateway::SteadyTime now{50s};
    for (int i = 0; i < 300; ++i, now += 10ms) {
        ++cmd.header.sequence;
        sut.take(cmd, gateway::make_endpoint("127.0.0.1", 1), now);
        sut.tick(now);
    }
    CHECK(sut.counters().accepted == 300);
    CHECK(sut.feedback().ax_mps2 == doctest::Approx(1.5).epsilon(0.01));
    for (int i = 0; i < 300; ++i, now += 10ms) sut.tick(now);  // timed out: fail-safe
    CHECK(sut.feedback().state.velocity_mps.x() == 0);
}

TEST_CASE("an actuation vehicle without a converter is rejected with a remedy") {
    std::string message;
    try {
        static_cast<void>(read("model: actuation_cmd"));
    } catch (const plant::FileError& error) {
        message = error.what();
    }
    CHECK(
        message.find(":3:13: vehicles[0].model: accepts actuation commands, but a CMD has pedals; "
                     "add `converter: {}`") != std::string::npos);
}

}  // namespace plant_actuation_test
