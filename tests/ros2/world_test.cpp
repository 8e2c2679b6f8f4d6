// SPDX-License-Identifier: MIT
// A VCG program and a peer of ROS 2 drive two cars of one world.
#include "domain.hpp"

#include "child.hpp"
#include "scene.hpp"

#include <ddc/interface/program.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>

namespace world_test {

using namespace std::chrono_literals;
using tests::Command;
using tests::Finished;
using tests::Scene;
using tests::Trace;

constexpr ddc::Id follower_id = 0x4000;
constexpr double gap_m = 15;

/// Keeps a gap to the vehicle ahead that it gets, on a straight road.
int follow(const std::string& table_name) {
    ddc::TableOptions options;
    options.name = table_name;
    ddc::Table table = ddc::Table::open_or_create(options);
    ddc::interface::Program program(table, follower_id, "follower");
    const auto speed = program.input<double>("true_velocity");
    const auto distance = program.input<double>("vehicle_ahead_distance");
    const auto speed_ahead = program.input<double>("vehicle_ahead_velocity");
    const auto gas = program.output<double>("set_gas");
    const auto braking = program.output<double>("set_braking");
    program.publish();
    for (;;) {
        if (program.begin_cycle(ddc::Clock::now() + 100ms) != ddc::Status::ok) continue;
        constexpr double kmh = 3.6;
        const double missing_m = program.get(distance) - gap_m;
        const double wanted_mps =
            std::clamp(program.get(speed_ahead) / kmh + 0.5 * missing_m, 0.0, 10.0);
        const double pedal = 0.5 * (wanted_mps - program.get(speed) / kmh);
        program.set(gas, std::clamp(pedal, 0.0, 1.0));
        program.set(braking, std::clamp(-pedal, 0.0, 1.0));
        static_cast<void>(program.end_cycle());
    }
}

std::filesystem::path two_cars(const Scene& scene) {
    return scene.scratch.write(
        "run.yaml", "ddc: {name: " + scene.table +
                        "}\n"
                        "duration_s: 600\n"
                        "time: shared\n"
                        "programs:\n"
                        "- name: vcg\n"
                        "  reference_id: 0x4000\n"
                        "  vehicle: {start: {x_m: -40}}\n"
                        "  trace: vcg.csv\n"
                        "- name: autoware\n"
                        "  reference_id: 0x5000\n"
                        "  exec: [autopilot_basic, \"5000\"]\n"
                        "  ros2: {commands: control, domain: " +
                        tests::domain() +
                        "}\n"
                        "  safety: {acceleration_limits: {min: -3, max: 1, threshold: 0.1}, "
                        "timeout_acceleration_mps2: 0.9}\n"
                        "  trace: autoware.csv\n");
}

TEST_CASE("a VCG program and a peer drive two cars of one world") {
    const Scene scene;
    const tests::Child follower([&] { return follow(scene.table); });
    Command run(scene.scratch, {"ddc-gateway", "run", two_cars(scene), "--pace", "1"});
    const auto route = scene.scratch.write("route.csv", "x_m,y_m\n0,0\n20,0\n40,0\n70,0\n");
    Command node(scene.scratch, {"autoware_node", "control", tests::domain(), route});
    const Finished driven = node.finish();
    INFO(driven.err);
    CHECK(driven.exit_code == 0);
    run.signal(SIGINT);
    const Finished result = run.finish();
    INFO(result.err);
    // Between the end of the node and that of the run it may have timed out.
    CHECK((result.exit_code == 0 || result.exit_code == 3));
    CHECK(result.err.find("Autoware drives until it is released") != std::string::npos);
    const Trace first(scene.scratch.path() / "vcg.csv");
    const Trace second(scene.scratch.path() / "autoware.csv");
    const double vcg_x_m = first.column("x_m").back();
    const double autoware_x_m = second.column("x_m").back();
    CHECK(autoware_x_m > 65);
    CHECK(autoware_x_m - vcg_x_m > gap_m / 2);
    CHECK(autoware_x_m - vcg_x_m < gap_m * 2);
    const auto acted = second.column("safety_limits");
    CHECK(std::count(acted.begin(), acted.end(), 1.0) > 10);
}

}  // namespace world_test
