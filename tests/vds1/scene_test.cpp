// SPDX-License-Identifier: MIT
// vdsim_realtime as the public simulator's front end starts it.
#include "plant_process.hpp"

#include "watchdog.hpp"

#include <plant/number_text.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <utility>

namespace scene_test {

namespace vds1 = gateway::vds1;
using tests::PlantPeer;
using tests::PlantProcess;
using tests::ScratchDirectory;
using tests::vehicle_of;
using Strings = std::vector<std::string>;

const std::string two_cars =
    "sim: {dt: 0.005, rate: 200}\ncmd_timeout: 0.1\nmu: 0.9\nvehicles:\n"
    "  - {id: 3, vehicle: sedan.yaml, level: L2, x0: 10, y0: 2, vx0: 5}\n"
    "  - {id: 4, level: L1, x0: 20, yaw0: 1.5}\n";

/// The command line of the front end.
Strings front_end_flags(const std::string& option, const std::string& scene,
                        const PlantPeer& peer) {
    return {option + "=" + scene,   "--cmd-port=7001",
            "--state-ip=127.0.0.1", "--state-port=" + peer.port(),
            "--rate=200",           "--time-scale=1.0",
            "--cmd-timeout=0.1"};
}

TEST_CASE("the public front end's command line starts the vehicles of its world") {
    for (const std::string option : {"--scene", "--scenario"}) {
        CAPTURE(option);
        const tests::Watchdog watchdog;
        const ScratchDirectory scratch;
        const std::string file = scratch.write("scene.yaml", two_cars);
        PlantPeer peer;
        PlantProcess plant(scratch, front_end_flags(option, file, peer));
        std::set<std::uint32_t> ids;
        peer.await([&](const vds1::State& state) {
            CHECK(state.header.version == 5);
            ids.insert(state.header.vehicle_id);
            return ids.size() == 2;
        });
        CHECK(ids == std::set<std::uint32_t>{3, 4});
        vds1::Cmd cmd = tests::make_cmd();
        cmd.header.vehicle_id = 3;
        peer.drive(cmd, [](const vds1::State& state) {
            return state.header.vehicle_id == 3 && !tests::is_failsafe(state);
        });
        plant.signal(SIGTERM);
        const tests::Finished finished = plant.finish();
        CHECK(finished.exit_code == 0);
        CHECK(finished.err.find("scene.yaml:5:13: vehicles[0].vehicle: is not read") !=
              std::string::npos);
        CHECK(vehicle_of(nlohmann::json::parse(finished.out), 0, 1).at("x_m") == 20.0);
    }
}

TEST_CASE("flags about peers and time apply before the scene, others are rejected with it") {
    const tests::Watchdog watchdog;
    const ScratchDirectory scratch;
    const std::string file = scratch.write("scene.yaml", two_cars);
    const auto refusal = [&](Strings flags) {
        flags.insert(flags.begin(), {"vdsim_realtime", "--scene", file});
        const tests::Finished finished = tests::run(scratch, flags);
        CHECK(finished.exit_code == 2);
        return finished.err;
    };
    CHECK(refusal({"--level", "L1"}).find("--level: cannot be given with --scene") !=
          std::string::npos);
    CHECK(refusal({"--x0=3"}).find("--x0: cannot be given with --scene") != std::string::npos);
    CHECK(refusal({"--config", file}).find("excludes") != std::string::npos);
    PlantPeer peer;
    PlantProcess plant(scratch, {"--scene", file, "--rate=50", "--duration=0.1",
                                 "--state-version=3", "--state-port=" + peer.port()});
    CHECK(peer.next()->header.version == 3);
    CHECK(plant.statistics().at("ticks") == 5);
}

TEST_CASE("a vehicle from flags starts at the given pose") {
    const tests::Watchdog watchdog;
    const ScratchDirectory scratch;
    PlantPeer peer;
    PlantProcess plant(scratch,
                       {"--x0=12.5", "--y0=-3", "--yaw0=1.5", "--state-port", peer.port()});
    const auto state = peer.next();
    REQUIRE(state);
    CHECK(state->x_m == doctest::Approx(12.5));
    CHECK(state->y_m == doctest::Approx(-3));
    CHECK(state->yaw_rad == doctest::Approx(1.5));
    plant.stop();
}

/// `ddc-gateway ctl --cmd-port 7001 WORDS...` @return its output
std::string ctl(const ScratchDirectory& scratch, Strings words) {
    words.insert(words.begin(), {"ddc-gateway", "ctl", "--cmd-port", "7001"});
    const tests::Finished finished = tests::run(scratch, words, PlantProcess::environment(scratch));
    CHECK(finished.exit_code == 0);
    CHECK(finished.err == "");
    return finished.out;
}

TEST_CASE("ctl pauses, steps, resumes, scales and stops a plant by its CMD port") {
    const tests::Watchdog watchdog;
    const ScratchDirectory scratch;
    PlantPeer peer;
    PlantProcess plant(scratch, {"--vx0=10", "--state-port=" + peer.port()});
    CHECK(ctl(scratch, {"pause"}) == "ok\n");
    CHECK(ctl(scratch, {"status"}).rfind("paused, ", 0) == 0);
    double last_s = -1;
    const auto stands = peer.await([&](const vds1::State& state) {
        return state.header.timestamp_s <= std::exchange(last_s, state.header.timestamp_s);
    });
    peer.all();
    CHECK(peer.next()->header.timestamp_s == stands.header.timestamp_s);
    const auto stepped = ctl(scratch, {"step", "3"});
    const auto after = peer.await([&](const vds1::State& state) {
        return state.header.timestamp_s > stands.header.timestamp_s + 0.0125;
    });
    CHECK(after.header.timestamp_s == doctest::Approx(stands.header.timestamp_s + 0.015));
    CHECK(stepped == "at " + plant::plain(after.header.timestamp_s) + " s\n");
    peer.all();
    CHECK(peer.next()->header.timestamp_s == after.header.timestamp_s);
    CHECK(ctl(scratch, {"resume"}) == "ok\n");
    peer.await([&](const vds1::State& state) {
        return state.header.timestamp_s > after.header.timestamp_s;
    });
    CHECK(ctl(scratch, {"scale", "4"}) == "ok\n");
    CHECK(ctl(scratch, {"status"}).find(", time scale 4\n") != std::string::npos);
    CHECK(ctl(scratch, {"stop"}) == "ok\n");
    CHECK(plant.statistics().at("sim_time_s") > after.header.timestamp_s);
}

TEST_CASE("a file beside the scene changes the time scale while it runs") {
    const tests::Watchdog watchdog;
    const ScratchDirectory scratch;
    const std::string file = scratch.write("scene.yaml", two_cars);
    PlantProcess plant(scratch, {"--scene=" + file, "--cmd-port=7001"});
    const auto await_scale = [&](const std::string& scale) {
        const std::string wanted = ", time scale " + scale + "\n";
        tests::await([&] { return ctl(scratch, {"status"}).find(wanted) != std::string::npos; });
    };
    scratch.write("time_scale", "2.5");
    await_scale("2.5");
    scratch.write("time_scale", "0.5\n");
    await_scale("0.5");
    plant.stop();
}

TEST_CASE("the final report has the geodetic position of a vehicle, if the world has an origin") {
    const tests::Watchdog watchdog;
    const ScratchDirectory scratch;
    auto plant = PlantProcess::of_config(
        scratch,
        "origin: {latitude_deg: 37.5665, longitude_deg: 126.978, altitude_m: 38, heading_deg: 90}\n"
        "duration_s: 0.01\nvehicles: [{start: {x_m: 10000}}]\n");
    const nlohmann::json vehicle = vehicle_of(plant.statistics());
    CHECK(vehicle.at("latitude_deg").get<double>() ==
          doctest::Approx(37.656598293328).epsilon(1e-9));
    CHECK(vehicle.at("longitude_deg").get<double>() == doctest::Approx(126.978).epsilon(1e-9));
    // With the height of its centre of gravity.
    CHECK(vehicle.at("altitude_m").get<double>() == doctest::Approx(45.8626 + 0.55).epsilon(1e-4));
}

}  // namespace scene_test
