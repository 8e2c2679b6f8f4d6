// SPDX-License-Identifier: MIT
// The filter interface in a run and in the simulator that serves VDS1.
#include "command_parts.hpp"

#include "loop/loop.hpp"
#include "plant_server/plant_vehicle.hpp"
#include "platform/sim_vehicle.hpp"
#include "time/measured_pacer.hpp"

#include <plant/scenario.hpp>

#include <doctest/doctest.h>

namespace filter_test {

using namespace gateway;
using namespace gateway::tests;
using namespace std::chrono_literals;

/// Rejects full throttle, and halves less.
struct ThrottleLimit : CommandFilter {
    const char* name() const override { return "throttle_limit"; }
    Verdict apply(Command& command, const FilterInput& input) noexcept override {
        failsafe_commands += input.is_failsafe ? 1 : 0;
        double& throttle = control_of<PedalCommand>(command).throttle;
        if (throttle >= 1) return {Verdict::Kind::refused, "full throttle"};
        if (throttle == 0) return {};
        throttle /= 2;
        return {Verdict::Kind::changed, "half is enough"};
    }
    int failsafe_commands = 0;
};

struct Driver : Controller {
    Cycle run_cycle(const CycleInput&) override {
        Cycle cycle;
        cycle.is_failsafe = is_away;
        control_of<PedalCommand>(cycle.command).throttle = throttle;
        return cycle;
    }
    std::string explain() const override { return {}; }
    double throttle = 0.5;
    bool is_away = false;
};

std::unique_ptr<Vehicle> car() {
    return std::make_unique<SimVehicle>(
        std::make_unique<plant::SimSession>(plant::create_seven_dof(), plant::create_flat_ground()),
        10ms);
}

struct Scene {
    Scene() {
        parts.controller = std::make_unique<Driver>();
        parts.vehicle = car();
        parts.pacer = std::make_unique<MeasuredPacer>(MeasuredTiming{});
        parts.filters.add(std::make_unique<ThrottleLimit>());
    }
    void run() {
        const std::atomic<bool> stop{false};
        CHECK(Loop(parts).run(30ms, stop).end == LoopEnd::duration);
    }
    const Feedback& feedback() const { return parts.vehicle->feedback(); }
    Driver& driver() { return static_cast<Driver&>(*parts.controller); }
    const FilterChain::Entry& entry() const { return parts.filters.entries().front(); }
    RunParts parts;
};

TEST_CASE("a filter of a run changes the commands of the vehicle, and the changes are counted") {
    Scene scene;
    scene.run();
    CHECK(scene.feedback().throttle_applied == 0.25);
    CHECK(scene.entry().count.changed == 3);
    CHECK(scene.entry().count.refused == 0);
    CHECK(std::string(scene.entry().count.last_reason) == "half is enough");
}

TEST_CASE("the fail-safe command replaces a command that a filter rejects") {
    Scene scene;
    scene.driver().throttle = 1;
    scene.run();
    CHECK(scene.feedback().throttle_applied == 0);
    CHECK(scene.feedback().brake_applied == 0.4);
    CHECK(scene.entry().count.refused == 3);
}

TEST_CASE("a filter gets fail-safe commands, too, marked as such") {
    Scene scene;
    scene.driver().is_away = true;
    scene.run();
    CHECK(static_cast<const ThrottleLimit&>(*scene.entry().filter).failsafe_commands == 3);
}

TEST_CASE("the same filter is used between VDS1 peers and a simulated vehicle") {
    Filters filters;
    filters.chain.add(std::make_unique<ThrottleLimit>());
    vdsim::PlantVehicle sut({}, car(), std::move(filters), 1);
    SteadyTime now{1h};
    vds1::Cmd cmd;
    const auto drive = [&](double throttle) {
        cmd.throttle = throttle;
        ++cmd.header.sequence;
        CHECK(sut.take(cmd, {0x7f000001, 1000}, now));
        sut.tick(now);
    };
    drive(0.5);
    CHECK(sut.feedback().throttle_applied == 0.25);
    drive(1);
    CHECK(sut.feedback().throttle_applied == 0);
    CHECK(sut.feedback().brake_applied == 0.3);
    CHECK(sut.counters().refused == 1);
    drive(0.25);
    CHECK(sut.feedback().throttle_applied == 0.125);
    CHECK(sut.filters().entries().front().count.changed == 2);
}

}  // namespace filter_test
