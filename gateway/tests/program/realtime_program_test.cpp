// SPDX-License-Identifier: MIT
#include "program_scene.hpp"

#include "cycle/realtime_program.hpp"
#include "value_fault/value_kinds.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace realtime_program_test {

using namespace std::chrono_literals;
using gateway::Cycle;
using gateway::CycleStatus;
using gateway::SendWhen;
namespace header = ddc::interface::header;

constexpr auto period = 10ms;

/// A run in realtime mode with periods of 10 ms and a program with a time-out of 100 ms.
struct Scene : gateway::tests::ProgramScene {
    explicit Scene(const gateway::RealtimeProgramOptions& realtime = {},
                   const gateway::ProgramFaults* faults = nullptr) {
        start();
        clock.in(1ms, [this] { work(); });
        gateway::ProgramPeer program = peer();
        program.faults = faults;
        sut.emplace(program, realtime);
    }
    /// The time one period later.
    void run_cycle() {
        clock.pass(period);
        cycle = cycles.take(*sut);
    }
    void run_cycles(int count) {
        for (int i = 0; i < count; ++i) run_cycle();
    }
    void start_replies() {
        run_cycles(3);
        REQUIRE_FALSE(cycle.is_failsafe);
    }
    std::string state() const { return name_of(sut->status().state); }

    std::optional<gateway::RealtimeProgram> sut;
    gateway::tests::Cycles cycles{period};
    Cycle cycle;
};

TEST_CASE("a program in realtime mode that does not start within the start time-out is an error") {
    gateway::tests::ProgramScene scene;
    gateway::RealtimeProgramOptions options;
    options.start_timeout = 1500ms;
    CHECK_THROWS_WITH_AS(gateway::RealtimeProgram(scene.peer(), options),
                         doctest::Contains("no program within 1.5 s: waited for a program with "
                                           "reference id 0x4000 in table '"),
                         gateway::ProgramError);
    CHECK(scene.elapsed() == 1500ms);
    CHECK(scene.was_reported("0.5 s left"));

    scene.clock.in(1s, [&] { scene.start(); });
    CHECK(gateway::RealtimeProgram(scene.peer(), options).link().is_connected());
}

TEST_CASE("a program in realtime mode is waited for without limit by default") {
    gateway::tests::ProgramScene scene;
    scene.clock.in(1h, [&] { scene.start(); });
    const gateway::RealtimeProgram sut(scene.peer(), {});
    CHECK(sut.link().is_connected());
    CHECK(scene.elapsed() == 1h + 10ms);
    CHECK(scene.reports.size() == 3600);
    CHECK(scene.read<std::string>(header::time_mode) == "realtime");
}

TEST_CASE("outputs reach the vehicle from the second write while the simulation runs") {
    Scene scene;
    CHECK(scene.state() == "idle");
    scene.run_cycle();
    CHECK(scene.cycle.is_failsafe);
    CHECK(scene.read<bool>(header::simulation_running));
    scene.run_cycle();
    CHECK(scene.cycle.is_failsafe);
    CHECK(scene.state() == "starting");
    scene.run_cycle();
    CHECK_FALSE(scene.cycle.is_failsafe);
    CHECK(scene.state() == "answering");
    CHECK(std::get<gateway::PedalCommand>(scene.cycle.command.control).throttle == 0.5);
}

TEST_CASE("outputs are used until they are as old as the time-out") {
    Scene scene;
    scene.start_replies();
    scene.hangs = true;
    scene.run_cycles(9);
    CHECK_FALSE(scene.cycle.is_failsafe);
    CHECK(scene.sut->status().output_age == 90ms);
    scene.run_cycle();
    CHECK(scene.cycle.is_failsafe);
    CHECK(scene.state() == "silent");
}

TEST_CASE("a time-out is counted and reported once") {
    Scene scene;
    scene.start_replies();
    scene.hangs = true;
    scene.run_cycles(100);
    CHECK(scene.sut->status().silences == 1);
    CHECK(scene.reports == std::vector<std::string>{"no valid output from the program for 0.1 s; "
                                                    "fail-safe command active"});
    scene.hangs = false;
    scene.run_cycle();
    CHECK(scene.cycle.is_failsafe);  // it may have computed them from old inputs
    scene.run_cycle();
    CHECK_FALSE(scene.cycle.is_failsafe);
    CHECK(scene.reports.size() == 2);
    CHECK(scene.reports.back() == "the program writes valid outputs again");
    CHECK(scene.sut->status().losses == 0);
}

TEST_CASE("a program that never writes an output times out") {
    Scene scene;
    scene.hangs = true;
    scene.run_cycles(10);
    CHECK(scene.state() == "starting");
    scene.run_cycle();
    CHECK(scene.state() == "silent");
    CHECK_FALSE(scene.sut->status().output_age);
}

TEST_CASE("invalid outputs are ignored, and counted") {
    Scene scene;
    scene.start_replies();
    const ddc::Id gas = scene.sut->link().outputs().group.item(1).id;
    scene.hangs = true;
    for (int i = 0; i < 10; ++i) {
        REQUIRE(scene.table.write(gas, std::nan("")) == ddc::Status::ok);
        scene.run_cycle();
        CHECK(scene.cycle.is_failsafe);
        CHECK(scene.cycle.status == CycleStatus::ok);
    }
    CHECK(scene.sut->status().rejected_outputs == 10);
    CHECK(scene.state() == "silent");
}

/// A drop-out that loses every cycle while it is active.
struct DropOut {
    explicit DropOut(const std::string& target)
        : fault{"lost", &gateway::drop_out_kind, gateway::FaultSide::outputs, target, {1}} {
        faults.outputs.push_back({fault, state});
    }
    void set_active(bool is_active) {
        state.is_active = is_active;
        state.factor = is_active ? 1 : 0;
    }

    gateway::Fault fault;
    gateway::FaultState state;
    gateway::ProgramFaults faults;
};

TEST_CASE("a program is silent when all its outputs are lost for the time-out") {
    DropOut lost("");
    Scene scene({}, &lost.faults);
    scene.start_replies();
    lost.set_active(true);
    scene.run_cycles(9);
    CHECK_FALSE(scene.cycle.is_failsafe);
    CHECK(scene.sut->status().output_age == 90ms);
    scene.run_cycle();
    CHECK(scene.cycle.is_failsafe);
    CHECK(scene.state() == "silent");
    scene.run_cycles(10);
    CHECK(scene.sut->status().silences == 1);
    lost.set_active(false);
    scene.run_cycle();
    CHECK(scene.state() == "starting");
    scene.run_cycle();
    CHECK_FALSE(scene.cycle.is_failsafe);
}

TEST_CASE("a program answers as long as one of its outputs arrives") {
    DropOut lost("set_gas");
    Scene scene({}, &lost.faults);
    scene.start_replies();
    lost.set_active(true);
    scene.run_cycles(30);
    CHECK_FALSE(scene.cycle.is_failsafe);
    CHECK(scene.sut->status().silences == 0);
}

TEST_CASE("on_output: a cycle uses the reply to its inputs") {
    gateway::RealtimeProgramOptions options;
    options.send = SendWhen::on_output;
    Scene scene(options);
    scene.start_replies();
    CHECK(scene.cycle.latency <= 1ms);
    CHECK(scene.sut->status().output_age == 0ms);
}

TEST_CASE("on_output: a cycle waits for its limit, to the nanosecond") {
    gateway::RealtimeProgramOptions options;
    options.send = SendWhen::on_output;
    options.longest_wait = 7654321ns;
    Scene scene(options);
    scene.start_replies();
    scene.hangs = true;
    scene.run_cycle();
    CHECK(scene.cycle.latency == 7654321ns);
    CHECK_FALSE(scene.cycle.is_failsafe);  // those of the last cycle are new enough
}

TEST_CASE("on_output: outputs computed from inputs as old as the time-out are ignored") {
    gateway::RealtimeProgramOptions options;
    options.send = SendWhen::on_output;
    options.longest_wait = 150ms;
    Scene scene(options);
    scene.start_replies();
    scene.hangs = true;
    scene.clock.in(period + 120ms, [&] { scene.hangs = false; });
    scene.run_cycle();
    CHECK(scene.cycle.latency > 100ms);
    CHECK(scene.state() == "answering");
    CHECK(scene.cycle.is_failsafe);
}

TEST_CASE("while the vehicle is lost the program is idle, and receives no inputs") {
    Scene scene;
    scene.start_replies();
    scene.cycles.feedback.is_fresh = false;
    scene.cycles.feedback.state.velocity_mps.x() = 10;
    scene.run_cycles(2);
    CHECK(scene.cycle.is_failsafe);
    CHECK(scene.state() == "idle");
    CHECK_FALSE(scene.read<bool>(header::simulation_running));
    CHECK(scene.shown_velocity() == 0);
    scene.cycles.feedback.is_fresh = true;
    scene.run_cycles(2);
    CHECK(scene.cycle.is_failsafe);
    scene.run_cycle();
    CHECK_FALSE(scene.cycle.is_failsafe);
    CHECK(scene.shown_velocity() == doctest::Approx(36));
    CHECK(scene.sut->status().silences == 0);
}

TEST_CASE("a pause of any length is not a time-out") {
    Scene scene;
    scene.start_replies();
    scene.sut->stand_by();
    CHECK_FALSE(scene.read<bool>(header::simulation_running));
    scene.clock.pass(20s);
    scene.run_cycles(3);
    CHECK_FALSE(scene.cycle.is_failsafe);
    CHECK(scene.sut->status().silences == 0);
}

TEST_CASE("a program that left is connected again, without a limit of the wait") {
    Scene scene;
    scene.start_replies();
    scene.leave();
    scene.run_cycle();
    CHECK((scene.cycle.is_failsafe && scene.cycle.status == CycleStatus::ok));
    CHECK(scene.state() == "away");
    scene.clock.pass(20s);
    scene.run_cycle();
    CHECK(scene.cycle.status == CycleStatus::ok);
    scene.start();
    while (scene.cycle.is_failsafe) scene.run_cycle();
    CHECK(scene.reports.front() ==
          "the program has set running to false; fail-safe command active until a program is back");
    CHECK(scene.was_reported("the program is back"));
    CHECK(scene.sut->status().losses == 1);
}

TEST_CASE("a program that returns with other ports ends the run") {
    Scene scene;
    scene.start_replies();
    scene.start("set_braking");
    scene.run_cycles(4);
    CHECK(scene.cycle.status == CycleStatus::peer_lost);
    CHECK(scene.sut->explain().find("its ports are others") != std::string::npos);
}

TEST_CASE("at the end of a run simulation_running is false for the program") {
    Scene scene;
    scene.start_replies();
    scene.sut.reset();
    CHECK_FALSE(scene.read<bool>(header::simulation_running));
}

}  // namespace realtime_program_test
