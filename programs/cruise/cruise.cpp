// SPDX-License-Identifier: MIT
// Keeps 50 km/h, straight ahead: a VCG program with ddc::interface::Program, which writes header,
// interface string and slot table. docs/reference/programs.md explains it.
#include <ddc/version.h>
#include <ddc/interface/program.hpp>
#include <ddc/run_program.hpp>

#include <algorithm>
#include <cmath>

namespace {

using namespace std::chrono_literals;

constexpr double target_kmh = 50.0;

void cruise(const ddc::ProgramStart& start) {
    ddc::Table table = ddc::Table::open_or_create();  // named by DDC_NAME
    ddc::interface::Program program(table, start.reference_id, "cruise");
    const auto velocity = program.input<double>("true_velocity");  // km/h
    const auto gas = program.output<double>("set_gas");            // -0.5 .. 1
    const auto braking = program.output<double>("set_braking");    // 0 .. 1
    program.publish();
    double held_gas = 0;
    while (!start.stopped) {
        if (program.begin_cycle(ddc::Clock::now() + 20ms) != ddc::Status::ok) continue;
        const double error_kmh = target_kmh - program.get(velocity);
        const double wanted_gas = held_gas + 0.01 * error_kmh * program.delta_s();
        const bool is_usable = std::isfinite(wanted_gas);  // any process may write into the table
        if (is_usable) held_gas = std::clamp(wanted_gas, 0.0, 1.0);
        program.set(gas, is_usable ? std::clamp(held_gas + 0.1 * error_kmh, 0.0, 1.0) : 0.0);
        program.set(braking, is_usable ? std::clamp(-0.05 * (error_kmh + 5.0), 0.0, 1.0) : 1.0);
        program.end_cycle();
    }
}

}  // namespace

int main(int argc, char** argv) {
    return ddc::run_program(argc, argv, {"Keeps 50 km/h, straight ahead.", DDC_VERSION}, cruise);
}
