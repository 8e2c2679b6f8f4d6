// SPDX-License-Identifier: MIT
// Counts the allocations of a cycle with faults of every kind of value.
#include "count_allocations.hpp"

#include "command.hpp"
#include "config_parts.hpp"

#include "child.hpp"
#include "config/fault/fault_kinds.hpp"
#include "cycle/supervisor.hpp"
#include "fault_schedule/fault_observer.hpp"
#include "loop/faulted_controller.hpp"
#include "loop/loop.hpp"
#include "platform/sim_vehicle.hpp"
#include "time/measured_pacer.hpp"
#include "value_fault/value_kinds.hpp"

#include <ddc/inspect.hpp>
#include <ddc/interface/program.hpp>

#include <doctest/doctest.h>

namespace fault_allocation_test {

using namespace std::chrono_literals;

int steering_program(const ddc::TableOptions& options) {
    ddc::Table table = ddc::Table::open(options);
    ddc::interface::Program program(table, 0x4000, "steering");
    program.input<ddc::interface::Vec2>("true_position");
    program.output<double>("set_steering");
    program.publish();
    for (;;)
        if (program.begin_cycle(ddc::Clock::now() + 1s) == ddc::Status::ok)
            static_cast<void>(program.end_cycle());
}

/// Every kind of value without a number, or with the same one for each parameter.
std::string every_value_kind() {
    std::string list;
    for (const gateway::ValueFaultKind* kind : gateway::value_fault_kinds()) {
        if (kind == &gateway::nan_kind) continue;  // as an output it would be rejected
        for (const char* target : {"inputs.true_position", "outputs.set_steering"}) {
            list += (list.empty() ? "" : ", ") + std::string("{name: f") +
                    std::to_string(list.size()) + ", kind: " + kind->name + ", target: " + target +
                    ", from: {time_s: 0}, detected: vx_mps > 1";
            for (const gateway::FaultParameter& parameter : kind->parameters)
                list += std::string(", ") + parameter.key + ": 0.5";
            list += "}";
        }
    }
    return list;
}

struct AllocationObserver : gateway::Observer {
    void after_cycle(const gateway::CycleRecord&) override {
        if (cycles < counted.size()) counted[cycles++] = tests::allocations();
    }
    std::array<std::size_t, 100> counted{};
    std::size_t cycles = 0;
};

TEST_CASE("only the first cycle with faults allocates memory") {
    const tests::ScratchDirectory scratch;
    ddc::TableOptions options;
    options.name = "test." + scratch.path().filename().string();
    ddc::Table table = ddc::Table::create(options);
    const tests::Child child([&] { return steering_program(options); });

    const auto config = gateway::tests::read(
        "faults: [" + every_value_kind() +
        ", {name: later, kind: sign, target: inputs.true_position, from: {when: vx_mps > 99}}]\n");
    gateway::FaultBoard board{"car"};
    gateway::FaultSchedule faults(config.programs[0].faults, board);
    const gateway::ProgramFaults applied{faults.faults_of({gateway::FaultSide::inputs}),
                                         faults.faults_of({gateway::FaultSide::outputs}),
                                         {},
                                         10ms};
    const std::atomic<bool> stop{false};
    gateway::ProgramPeer peer{table, {}, nullptr, stop, [](const std::string&) {}};
    peer.faults = &applied;
    auto program = std::make_unique<gateway::Supervisor>(std::move(peer), 10ms);
    const gateway::ProgramConnection& link = program->link();
    gateway::RunParts parts;
    parts.vehicle = std::make_unique<gateway::SimVehicle>(
        std::make_unique<plant::SimSession>(plant::create_seven_dof(), plant::create_flat_ground(),
                                            plant::SessionConfig{}),
        gateway::SimTime(1ms));
    faults.bind({link.inputs(), link.outputs(), *parts.route}, faults.columns());
    parts.controller = std::make_unique<gateway::FaultedController>(std::move(program), faults);
    parts.pacer = std::make_unique<gateway::MeasuredPacer>(gateway::MeasuredTiming{});
    parts.observers.push_back(std::make_unique<gateway::FaultObserver>(
        faults, board, [](const gateway::LogMessage&) {}, false));
    auto counter = std::make_unique<AllocationObserver>();
    const AllocationObserver& sut = *counter;
    parts.observers.push_back(std::move(counter));
    const auto result = gateway::Loop(parts).run(1s, stop);

    INFO(parts.controller->explain());
    CHECK(result.end == gateway::LoopEnd::duration);
    REQUIRE(sut.cycles == 100);
    CHECK(board.entries[0].is_active());
    CHECK(sut.counted[0] > 0);
    CHECK(sut.counted[99] - sut.counted[1] == 0);
    ddc::remove_table(options.name, ddc::Removal::always);
}

}  // namespace fault_allocation_test
