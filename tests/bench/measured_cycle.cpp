// SPDX-License-Identifier: MIT
#include "futex_ping_pong.hpp"
#include "on_core.hpp"
#include "scratch.hpp"
#include "suites.hpp"
#include "waiting_program.hpp"

#include "child.hpp"
#include "program/measured_program.hpp"

#include <ddc/cppwrapper/ddcwrapper.h>
#include <ddc/interface/layout.hpp>
#include <ddc/table.hpp>

#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

namespace bench {
namespace {

namespace header = ddc::interface::header;
using ddc::Id;

constexpr int cycles = 20'000;

/// waiting_program() through DdcWrapper, entry by entry, polling as existing programs do.
int polling_program(const ddc::TableOptions& options) {
    ::setenv("DDC_NAME", options.name.c_str(), 1);
    ddc::Table table = ddc::Table::open(options);
    dsa::cpp::ddc::DdcWrapper wrapper;
    const OnCore second(1);
    write_basic_header(table);
    for (;;) {
        bool requested = false, simulating = false;
        wrapper.readDataBool(entry_of(header::run_cycle_switch), requested);
        wrapper.readDataBool(entry_of(header::simulation_running), simulating);
        if (!requested && !simulating) {
            ::usleep(10'000);
            wrapper.saveDataBool(entry_of(header::running), true);
            continue;
        }
        double value = 0;
        for (Id i = 0; i < 25; ++i)
            wrapper.readDataDouble(entry_of(ddc::interface::default_input_start_id) + i, value);
        for (Id i = 0; i < 3; ++i) wrapper.saveDataDouble(basic_outputs_at + i, 0);
        wrapper.saveDataDouble(entry_of(header::execution_time), 0);
        wrapper.saveDataBool(entry_of(header::run_cycle_switch), false);
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
