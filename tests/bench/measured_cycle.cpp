// SPDX-License-Identifier: MIT
#include "on_core.hpp"
#include "percentile.hpp"
#include "round_trips.hpp"
#include "scratch.hpp"
#include "suites.hpp"
#include "waiting_program.hpp"

#include "child.hpp"
#include "cycle/measured_program.hpp"

#include <ddc/cppwrapper/ddcwrapper.h>
#include <ddc/claim.hpp>
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

/// The gateway's side of measured cycles and a program in its own process.
class Exchange {
  public:
    explicit Exchange(int (*program)(const ddc::TableOptions&))
        : table_(ddc::default_capacity),
          claim_(table_->claim(measured_reference_id, basic_outputs_at + 2, "bench")),
          program_([this, program] {
              ddc::TableOptions options;
              options.name = table_->name();
              return program(options);
          }),
          gateway_({*table_, {}, nullptr, stop_, [](const std::string&) {}}) {}

    /// @return the time of the exchange in us
    double run_cycle() {
        const gateway::SimTime period(10'000'000);
        const gateway::Cycle cycle = gateway_.run_cycle({period, period, feedback_, no_route_});
        if (cycle.status != gateway::CycleStatus::ok) throw std::runtime_error(gateway_.explain());
        return std::chrono::duration<double, std::micro>(cycle.latency).count();
    }
    ddc::WaitCounts waits() { return table_->waits(); }

  private:
    ScratchTable table_;
    ddc::Claim claim_;
    const std::atomic<bool> stop_{false};
    tests::Child program_;
    gateway::MeasuredProgram gateway_;
    const gateway::Trajectory no_route_;
    const gateway::Feedback feedback_;
};

/// Measured cycles a second of the gateway's side with a program in a separate process, each on its
/// core, like the processes of the futex ping-pong.
double cycles_per_second(int (*program)(const ddc::TableOptions&)) {
    Exchange exchange(program);
    const OnCore first(0);
    return 1e9 / ns_per_call(cycles, [&] { exchange.run_cycle(); });
}

/// The exchange on cores that the kernel chooses: its 99th percentile with its median, and how the
/// gateway's waits ended.
std::vector<Result> free_exchange() {
    Exchange exchange(free_waiting_program);
    std::vector<double> latencies_us;
    for (int i = 0; i < cycles; ++i) latencies_us.push_back(exchange.run_cycle());
    std::vector<Result> results{{"exchange p99, any core", percentile(latencies_us, 0.99), "us",
                                 "p50", percentile(latencies_us, 0.5)}};
    for (std::size_t i = 0; i < ddc::wait_ends; ++i) {
        const auto end = static_cast<ddc::WaitEnd>(i);
        results.push_back({std::string("waits ") + ddc::to_string(end) + ", any core",
                           static_cast<double>(exchange.waits()[end]), "1", "cycles", cycles});
    }
    return results;
}

/// The median of several rounds, line by line.
std::vector<Result> median_of(int rounds, std::vector<Result> (*measure)()) {
    std::vector<std::vector<Result>> all;
    for (int i = 0; i < rounds; ++i) all.push_back(measure());
    std::vector<Result> results = all.front();
    for (std::size_t line = 0; line < results.size(); ++line) {
        std::vector<double> values, baselines;
        for (const auto& round : all) {
            values.push_back(round[line].value);
            baselines.push_back(round[line].baseline);
        }
        results[line].value = pick(values, Pick::median);
        results[line].baseline = pick(baselines, Pick::median);
    }
    return results;
}

}  // namespace

std::vector<Result> measured_cycle() {
    const auto waiting = [] { return cycles_per_second(waiting_program); };
    const auto polling = [] { return cycles_per_second(polling_program); };
    const auto futex = [] { return 1e6 / futex_round_trip_us(); };
    const Rounds rounds{5, Pick::median};
    std::vector<Result> results{
        compare(Measured{"cycles, waiting program", waiting},
                Measured{"bare futex ping-pong", futex}, "1/s", rounds),
        compare(Measured{"cycles, unchanged polling program", polling},
                Measured{"cycles, waiting program", waiting}, "1/s", rounds)};
    for (Result& result : median_of(rounds.count, free_exchange))
        results.push_back(std::move(result));
    return results;
}

}  // namespace bench
