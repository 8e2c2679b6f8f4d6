// SPDX-License-Identifier: MIT
// The safety rules as a filter in a loop, and behind a VDS1 peer.
#include "command_parts.hpp"

#include "filter/filter_chain.hpp"
#include "loop/failsafe.hpp"
#include "loop/loop.hpp"
#include "pacer/measured_pacer.hpp"
#include "vdsim/plant_vehicle.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace {

using namespace gateway;
using namespace gateway::tests;
using namespace std::chrono_literals;
using vehicle_interface::Rule;
using vehicle_interface::SafetyOptions;

const Command half_throttle{PedalCommand{0, 0.5}, {}, {}};
const Command no_number{PedalCommand{0, std::numeric_limits<double>::quiet_NaN()}, {}, {}};

struct Driver : Controller {
    Turn take_turn(const TurnInput&) override {
        Turn turn;
        turn.command = command;
        turn.is_failsafe = is_away;
        return turn;
    }
    std::string explain() const override { return {}; }
    Command command = half_throttle;
    bool is_away = false;
};

/// Is told commands, and reports what a test says.
struct FakeVehicle : Vehicle {
    SimTime step() const override { return 10ms; }
    bool takes(Level level) const override { return level == Level::pedals; }
    plant::InputStatus apply(const Command& command) override {
        told.push_back(command);
        return plant::InputStatus::accepted;
    }
    bool advance() override { return true; }
    void stand_by(const Command& command) override { standing_by.push_back(command); }
    const Feedback& feedback() const override { return shown; }
    std::string explain() const override { return {}; }
    Feedback shown;
    std::vector<Command> told, standing_by;
};

struct Run {
    explicit Run(const SafetyOptions& options = {}) {
        parts.controller = std::make_unique<Driver>();
        parts.vehicle = std::make_unique<FakeVehicle>();
        parts.pacer = std::make_unique<MeasuredPacer>(MeasuredTiming{});
        parts.filters = create_filters({options, 2.5, nullptr}).chain;
    }
    void drive(SimTime duration) {
        const std::atomic<bool> stop{false};
        CHECK(Loop(parts).run(duration, stop).end == LoopEnd::duration);
    }
    Driver& driver() { return static_cast<Driver&>(*parts.controller); }
    FakeVehicle& vehicle() { return static_cast<FakeVehicle&>(*parts.vehicle); }
    RunParts parts;
};

TEST_CASE("in a run a vehicle that a person drives is told nothing, also at the end") {
    Run run;
    run.vehicle().shown.report.mode = DrivingMode::manual;
    run.drive(50ms);
    CHECK(run.vehicle().told.empty());
    CHECK(run.vehicle().standing_by.empty());
    CHECK(run.parts.filters.entries().front().withheld == 5);
}

TEST_CASE("in a run the stop of the rules takes the place of a command that is refused") {
    Run run;
    run.driver().command = no_number;
    run.drive(30ms);
    REQUIRE(run.vehicle().told.size() == 2);  // that of the last turn acts behind the end
    const Command& stop = run.vehicle().told.back();
    CHECK(pedals_of(stop).brake == 0.4);
    CHECK(state_command_of(stop).blinker == Blinker::hazard);
}

TEST_CASE("a run without safety rules has no filter for them") {
    CHECK(create_filters({}).safety == nullptr);
    CHECK(create_filters({}).chain.entries().empty());
}

TEST_CASE("behind a VDS1 peer the rules act on CMDs, and on their end") {
    auto vehicle = std::make_unique<FakeVehicle>();
    FakeVehicle& car = *vehicle;
    vdsim::PlantVehicle sut({}, std::move(vehicle), create_filters({SafetyOptions{}, 2.7, nullptr}),
                            1);
    SteadyTime now{1h};
    vds1::Cmd cmd;
    cmd.header.sequence = 1;
    cmd.steering_tire_angle_rad = 0.5;
    CHECK(sut.take(cmd, {0x7f000001, 1000}, now));
    CHECK(pedals_of(car.told.back()).steer_rad == doctest::Approx(0.331));
    now += 1s;
    sut.tick(now);
    CHECK(pedals_of(car.told.back()).steer_rad == 0);
    CHECK(state_command_of(car.told.back()).blinker == Blinker::hazard);
    CHECK(sut.safety()->record(Rule::command_timeout).count == 1);

    // The fail-safe command is told when the person gives the vehicle back, and not before.
    car.shown.report.mode = DrivingMode::manual;
    car.shown.sim_time += 10ms;
    const std::size_t told = car.told.size();
    ++cmd.header.sequence;
    CHECK(sut.take(cmd, {0x7f000001, 1000}, now));
    now += 1s;
    sut.tick(now);
    CHECK(car.told.size() == told);
}

}  // namespace
