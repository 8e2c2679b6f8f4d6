// SPDX-License-Identifier: MIT
// Drives at the allowed speed: a VCG program with port names that the gateway does not have.
// limiter.yaml assigns them; docs/reference/ports.md explains it.
#include <ddc/version.h>
#include <ddc/interface/program.hpp>
#include <ddc/run_program.hpp>

#include <algorithm>
#include <cmath>

namespace {

using namespace std::chrono_literals;

void limiter(const ddc::ProgramStart& start) {
    ddc::Table table = ddc::Table::open_or_create();  // named by DDC_NAME
    ddc::interface::Program program(table, start.reference_id, "limiter");
    const auto enabled = program.input<bool>("enabled");
    const auto speed_mps = program.input<double>("speed");
    const auto limit_mps = program.input<double>("upper_speed_limit");
    const auto drive = program.output<double>("drive_percent");
    const auto brake = program.output<double>("brake_percent");
    const auto error = program.output<double>("speed_error");
    const auto [wanted, reached] = program.input_output<std::int32_t>("stage");
    program.publish();
    double held_percent = 0;
    while (!start.stopped) {
        if (program.begin_cycle(ddc::Clock::now() + 20ms) != ddc::Status::ok) continue;
        const double error_mps = program.get(limit_mps) - program.get(speed_mps);
        const double wanted_percent = held_percent + 4.0 * error_mps * program.delta_s();
        const bool is_usable = std::isfinite(wanted_percent);  // any process may write the table
        const bool drives = is_usable && program.get(enabled) && program.get(wanted) > 0;
        if (is_usable) held_percent = std::clamp(wanted_percent, 0.0, 100.0);
        program.set(drive, drives ? std::clamp(held_percent + 20.0 * error_mps, 0.0, 100.0) : 0.0);
        program.set(brake, drives ? std::clamp(-20.0 * error_mps, 0.0, 100.0) : 30.0);
        program.set(error, is_usable ? error_mps : 0.0);
        program.set(reached, drives ? program.get(wanted) : 0);
        program.end_cycle();
    }
}

}  // namespace

int main(int argc, char** argv) {
    return ddc::run_program(argc, argv, {"Drives at the allowed speed.", DDC_VERSION}, limiter);
}
