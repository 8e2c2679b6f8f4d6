// SPDX-License-Identifier: MIT
#include "futex_ping_pong.hpp"
#include "on_core.hpp"
#include "scratch.hpp"
#include "suites.hpp"

#include "child.hpp"
#include "program/measured_program.hpp"

#include <ddc/cppwrapper/ddcwrapper.h>
#include <ddc/interface/layout.hpp>
#include <ddc/table.hpp>

#include <cstdlib>
#include <iostream>
#include <stdexcept>

namespace bench {
namespace {

namespace header = ddc::interface::header;
using ddc::Clock;
using ddc::Id;
using ddc::Status;
using ddc::Type;

constexpr Id reference_id = 0x4000;
constexpr Id outputs_at = reference_id + ddc::interface::default_output_start_id;
constexpr int cycles = 20'000;

constexpr Id id(Id offset) {
    return reference_id + offset;
}

void write_basic_header(ddc::Table& table) {
    ddc::Group group;
    group.set(group.add(id(header::interface_type), Type::string), std::string("basic"));
    group.set(group.add(id(header::run_cycle_switch), Type::boolean), false);
    group.set(group.add(id(header::simulation_running), Type::boolean), false);
    group.set(group.add(id(header::execution_time), Type::real64), 0.0);
    group.set(group.add(id(header::input_start_id), Type::int32),
              ddc::interface::default_input_start_id);
    group.set(group.add(id(header::output_start_id), Type::int32),
              ddc::interface::default_output_start_id);
    group.set(group.add(id(header::running), Type::boolean), true);
    static_cast<void>(table.write(group));
}

/// A program that waits for each cycle, reads all 28 inputs and writes all 3 outputs.
int waiting_program(const ddc::TableOptions& options) {
    ddc::Table table = ddc::Table::open(options);  // sees two cores, and so may spin
    const OnCore second(1);
    write_basic_header(table);
    ddc::Group inputs, outputs;
    for (Id i = 0; i < 28; ++i)
        inputs.add(id(ddc::interface::default_input_start_id) + i,
                   i == 4 ? Type::int32 : Type::real64);
    for (Id i = 0; i < 3; ++i) outputs.add(outputs_at + i, Type::real64);
    outputs.add(id(header::execution_time), Type::real64);
    outputs.add(id(header::run_cycle_switch), Type::boolean);
    for (;;) {
        const Status status = table.wait_until<bool>(
            id(header::run_cycle_switch), [](bool up) { return up; },
            Clock::now() + std::chrono::milliseconds(100));
        if (status == Status::timed_out) static_cast<void>(table.write(id(header::running), true));
        if (status != Status::ok) continue;
        static_cast<void>(table.read(inputs));
        static_cast<void>(table.write(outputs));
    }
}

/// The same through DdcWrapper, entry by entry, polling as existing programs do.
int polling_program(const ddc::TableOptions& options) {
    ::setenv("DDC_NAME", options.name.c_str(), 1);
    ddc::Table table = ddc::Table::open(options);
    dsa::cpp::ddc::DdcWrapper wrapper;
    const OnCore second(1);
    write_basic_header(table);
    for (;;) {
        bool requested = false, simulating = false;
        wrapper.readDataBool(id(header::run_cycle_switch), requested);
        wrapper.readDataBool(id(header::simulation_running), simulating);
        if (!requested && !simulating) {
            ::usleep(10'000);
            wrapper.saveDataBool(id(header::running), true);
            continue;
        }
        double value = 0;
        for (Id i = 0; i < 25; ++i)
            wrapper.readDataDouble(id(ddc::interface::default_input_start_id) + i, value);
        for (Id i = 0; i < 3; ++i) wrapper.saveDataDouble(outputs_at + i, 0);
        wrapper.saveDataDouble(id(header::execution_time), 0);
        wrapper.saveDataBool(id(header::run_cycle_switch), false);
    }
}

/// Measured cycles a second of the gateway's side against a program in its own process, each on a
/// core of its own, as the two of the futex ping-pong are.
double cycles_per_second(int (*program)(const ddc::TableOptions&)) {
    ScratchTable table(ddc::default_capacity);
    ddc::TableOptions options;
    options.name = table->name();
    const tests::Child child([&] { return program(options); });
    const OnCore first(0);
    const std::atomic<bool> stop{false};
    gateway::MeasuredProgram sut({*table, {}, nullptr, stop, [](const std::string&) {}});
    const gateway::Trajectory no_route;
    const gateway::Feedback feedback;
    const gateway::SimTime cycle(10'000'000);
    const double ns = ns_per_call(cycles, [&] {
        if (sut.take_turn({cycle, cycle, feedback, no_route}).status != gateway::TurnStatus::ok)
            throw std::runtime_error(sut.explain());
    });
    return 1e9 / ns;
}

}  // namespace

std::vector<Result> measured_cycle() {
    const auto waiting = [] { return cycles_per_second(waiting_program); };
    const auto polling = [] { return cycles_per_second(polling_program); };
    const auto futex = [] { return 1e6 / futex_round_trip_us(); };
    const Rounds rounds{5, Pick::median};
    return {compare(Measured{"cycles, waiting program", waiting},
                    Measured{"bare futex ping-pong", futex}, "1/s", rounds),
            compare(Measured{"cycles, unchanged polling program", polling},
                    Measured{"cycles, waiting program", waiting}, "1/s", rounds)};
}

}  // namespace bench
