// SPDX-License-Identifier: MIT
// The safety rules as a filter in a loop, and in a VDS1 server.
#include "command_parts.hpp"

#include "command_level/level_converting_vehicle.hpp"
#include "loop/failsafe.hpp"
#include "loop/loop.hpp"
#include "plant_server/plant_vehicle.hpp"
#include "safety/filter_chain.hpp"
#include "time/measured_pacer.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <limits>

namespace safety_loop_test {

using namespace gateway;
using namespace gateway::tests;
using namespace std::chrono_literals;
using vehicle_interface::Rule;
using vehicle_interface::SafetyOptions;

const Command half_throttle{PedalCommand{0, 0.5}, {}, {}};
const Command no_number{PedalCommand{0, std::numeric_limits<double>::quiet_NaN()}, {}, {}};

struct Driver : Controller {
    Cycle run_cycle(const CycleInput&) override {
        Cycle cycle;
        cycle.command = command;
        cycle.is_failsafe = is_away;
        return cycle;
    }
    std::string explain() const override { return {}; }
    Command command = half_throttle;
    bool is_away = false;
};

/// Stores its commands, and reports values of the test.
struct FakeVehicle : Vehicle {
    SimTime step() const override { return 10ms; }
    bool takes(Level level) const override { return level == Level::pedals; }
    plant::InputStatus apply(const Command& command) override {
        commands.push_back(command);
        return plant::InputStatus::accepted;
    }
    bool advance() override {
        on_step(++steps);
        return true;
    }
    void stand_by(const Command& command) override { standing_by.push_back(command); }
    void listen() override { shown.report.mode = mode_in_pause; }
    const Feedback& feedback() const override { return shown; }
    std::string explain() const override { return {}; }
    Feedback shown;
    std::vector<Command> commands, standing_by;
    std::function<void(int)> on_step = [](int) {};  ///< with their number then
    int steps = 0;
    DrivingMode mode_in_pause = DrivingMode::no_command;  ///< reported there
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

TEST_CASE("in a run a manually driven vehicle gets no command, also at the end") {
    Run run;
    run.vehicle().shown.report.mode = DrivingMode::manual;
    run.drive(50ms);
    CHECK(run.vehicle().commands.empty());
    CHECK(run.vehicle().standing_by.empty());
    CHECK(run.parts.filters.entries().front().count.withheld == 5);
}

/// Results of a run of 20 cycles through the conversion: the vehicle reports MANUAL from the sixth
/// cycle on, and the controller requests automation again in the sixteenth, which is then reported.
std::vector<int> cycles_with_commands(const SafetyOptions& options,
                                      const decltype(Command::control)& control) {
    Run run(options);
    MeasuredTiming at_once;
    at_once.output_delay = OutputDelay::none;
    run.parts.pacer = std::make_unique<MeasuredPacer>(at_once);
    run.driver().command = {control, {}, {}};
    FakeVehicle& car = run.vehicle();
    std::vector<int> cycles;
    std::size_t commands = 0;
    car.on_step = [&](int step) {
        for (; commands < car.commands.size(); ++commands) cycles.push_back(step - 1);
        if (step == 5) car.shown.report.mode = DrivingMode::manual;
        if (step == 15) state_of(run.driver().command).mode = DrivingMode::autonomous;
        if (step == 17) car.shown.report.mode = DrivingMode::autonomous;
    };
    LevelConversionConfig conversion;
    conversion.raw = vehicle_interface::RawScale{100, 100, 100};
    run.parts.vehicle = with_level_conversion(std::move(run.parts.vehicle), conversion);
    const std::atomic<bool> stop{false};
    CHECK(Loop(run.parts).run(200ms, stop).end == LoopEnd::duration);
    return cycles;
}

TEST_CASE("during manual control a held command is not converted to pedals") {
    const std::vector<int> with_automation{0, 1, 2, 3, 4, 15, 16, 17, 18, 19};
    const decltype(Command::control) all[] = {PedalCommand{0, 0.5}, AccelerationCommand{1, 0, 0, 0},
                                              VelocityCommand{10, 0}, CurvatureCommand{10, 0},
                                              RawCommand{50, 0, 0, 0}};
    for (const auto& control : all) {
        CAPTURE(control.index());
        CHECK(cycles_with_commands({}, control) == with_automation);
        CHECK(cycles_with_commands(vehicle_interface::default_safety(), control) ==
              with_automation);
    }
}

TEST_CASE("at a VDS1 server a held command is not converted to pedals during manual control") {
    auto vehicle = std::make_unique<FakeVehicle>();
    FakeVehicle& car = *vehicle;
    vdsim::PlantVehicle sut({}, with_level_conversion(std::move(vehicle), {}),
                            create_filters({vehicle_interface::default_safety(), 2.7, nullptr}), 1);
    SteadyTime now{1h};
    const Command fast{VelocityCommand{10, 0}, {}, {}};
    const auto drive = [&] {
        car.shown.sim_time += 10ms;
        sut.drive(vdsim::LocalDriver::data_port, fast, now += 10ms);
        sut.tick(now);
    };
    drive();
    CHECK(car.commands.size() == 1);
    car.shown.report.mode = DrivingMode::manual;
    drive();
    drive();
    CHECK(car.commands.size() == 1);
}

TEST_CASE("a takeover during a pause is not braked by the fail-safe command") {
    for (const SafetyOptions& options : {SafetyOptions{}, vehicle_interface::default_safety()}) {
        Run run(options);
        Loop loop(run.parts);
        const std::atomic<bool> stop{false};
        CHECK(loop.run(30ms, stop).end == LoopEnd::duration);
        FakeVehicle& car = run.vehicle();
        const std::size_t before = car.standing_by.size();
        loop.stand_by();
        CHECK(car.standing_by.size() == before + 1);
        car.mode_in_pause = DrivingMode::manual;
        for (int i = 0; i < 3; ++i) loop.stand_by();
        CHECK(car.standing_by.size() == before + 1);
    }
}

TEST_CASE("in a run the stop of the rules replaces a command that is rejected") {
    Run run;
    run.driver().command = no_number;
    run.drive(30ms);
    REQUIRE(run.vehicle().commands.size() ==
            2);  // the command of the last cycle acts after the end
    const Command& stop = run.vehicle().commands.back();
    CHECK(pedals_of(stop).brake == 0.4);
    CHECK(state_command_of(stop).blinker == Blinker::hazard);
}

TEST_CASE("a run without safety rules has no filter for them") {
    CHECK(create_filters({}).safety == nullptr);
    CHECK(create_filters({}).chain.entries().empty());
}

TEST_CASE("at a VDS1 server the rules apply to CMDs, and to their time-out") {
    auto vehicle = std::make_unique<FakeVehicle>();
    FakeVehicle& car = *vehicle;
    SafetyOptions options;
    options.config.modes[static_cast<std::size_t>(Rule::rate)] = vehicle_interface::RuleMode::off;
    vdsim::PlantVehicle sut({}, std::move(vehicle), create_filters({options, 2.7, nullptr}), 1);
    SteadyTime now{1h};
    vds1::Cmd cmd;
    cmd.header.sequence = 1;
    cmd.steering_tire_angle_rad = 0.5;
    CHECK(sut.take(cmd, {0x7f000001, 1000}, now));
    CHECK(pedals_of(car.commands.back()).steer_rad == doctest::Approx(0.331));
    now += 1s;
    sut.tick(now);
    CHECK(pedals_of(car.commands.back()).steer_rad == 0);
    CHECK(state_command_of(car.commands.back()).blinker == Blinker::hazard);
    CHECK(sut.safety()->record(Rule::command_timeout).count == 1);

    // The fail-safe command is sent when the driver releases the vehicle, and not before.
    car.shown.report.mode = DrivingMode::manual;
    car.shown.sim_time += 10ms;
    const std::size_t commands = car.commands.size();
    ++cmd.header.sequence;
    CHECK(sut.take(cmd, {0x7f000001, 1000}, now));
    now += 1s;
    sut.tick(now);
    CHECK(car.commands.size() == commands);
}

TEST_CASE("at a VDS1 server the cabin acts in the tick in which it opens") {
    SafetyBoard board("car", {});
    auto vehicle = std::make_unique<FakeVehicle>();
    FakeVehicle& car = *vehicle;
    vdsim::PlantVehicle sut({}, std::move(vehicle), create_filters({SafetyOptions{}, 2.7, &board}),
                            1);
    SteadyTime now{1h};
    const auto tick = [&] {
        car.shown.sim_time += 10ms;
        sut.tick(now += 10ms);
    };
    vds1::Cmd cmd;
    cmd.header.sequence = 1;
    cmd.throttle = 0.1;
    REQUIRE(sut.take(cmd, {0x7f000001, 1000}, now));
    tick();
    REQUIRE(pedals_of(car.commands.back()).throttle > 0);
    board.doors = vehicle_interface::Secured::no;
    tick();
    CHECK(pedals_of(car.commands.back()).throttle == 0);
    CHECK(pedals_of(car.commands.back()).brake == failsafe_brake_of_peer);
    CHECK(sut.safety()->record(Rule::cabin).count == 1);
    CHECK(sut.safety()->record(Rule::command_timeout).count == 0);
    const std::size_t commands = car.commands.size();
    tick();
    CHECK(car.commands.size() == commands);
    board.doors = vehicle_interface::Secured::yes;
    ++cmd.header.sequence;
    REQUIRE(sut.take(cmd, {0x7f000001, 1000}, now));
    CHECK(pedals_of(car.commands.back()).throttle > 0);
}

TEST_CASE(
    "at a VDS1 server without a section safety an open cabin stops commands that set a motion") {
    for (const Command& command : {half_throttle, Command{VelocityCommand{10, 0}, {}, {}}}) {
        const SafetyOptions options = vehicle_interface::default_safety();
        SafetyBoard board("car", options);
        auto vehicle = std::make_unique<FakeVehicle>();
        FakeVehicle& car = *vehicle;
        vdsim::PlantVehicle sut({}, with_level_conversion(std::move(vehicle), {}),
                                create_filters({options, 2.7, &board}), 1);
        SteadyTime now{1h};
        sut.drive(vdsim::LocalDriver::data_port, command, now);
        sut.tick(now);
        REQUIRE(pedals_of(car.commands.back()).throttle > 0);
        board.doors = vehicle_interface::Secured::no;
        car.shown.sim_time += 10ms;
        sut.tick(now += 10ms);
        const bool is_stopped = pedals_of(car.commands.back()).throttle <= 0;
        CHECK(is_stopped == specifies_motion(level_of(command)));
    }
}

}  // namespace safety_loop_test
