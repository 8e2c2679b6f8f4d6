// SPDX-License-Identifier: MIT
// Keeps 50 km/h, straight ahead: a VCG program with ddc::interface::Program, which writes header,
// interface string and slot table. docs/writing-a-program.md explains it.
#include <ddc/version.h>
#include <ddc/interface/program.hpp>
#include <ddc/standard_streams.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace std::chrono_literals;

constexpr double target_kmh = 50.0;
std::atomic<bool> stopped{false};

void cruise(ddc::Id reference_id) {
    ddc::Table table = ddc::Table::open_or_create();  // named by DDC_NAME
    ddc::interface::Program program(table, reference_id, "cruise");
    const auto velocity = program.input<double>("true_velocity");  // km/h
    const auto gas = program.output<double>("set_gas");            // -0.5 .. 1
    const auto braking = program.output<double>("set_braking");    // 0 .. 1
    program.publish();
    double held_gas = 0;
    while (!stopped) {
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

/// @return 0 if the text is no reference id
ddc::Id reference_id_of(const char* text) {
    char* rest = nullptr;
    const long id = std::strtol(text, &rest, 16);
    const bool is_valid = *rest == '\0' && id >= ddc::first_program_id && id < ddc::max_capacity;
    return is_valid ? static_cast<ddc::Id>(id) : 0;
}

bool is_help(int argc, char** argv) {
    return argc == 2 && (std::strcmp(argv[1], "-h") == 0 || std::strcmp(argv[1], "--help") == 0);
}

}  // namespace

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::printf("cruise %s\n", DDC_VERSION);
        return 0;
    }
    const ddc::Id reference_id = argc == 2 ? reference_id_of(argv[1]) : 0;
    const bool is_asked = is_help(argc, argv);
    if (is_asked || reference_id == 0) {
        std::fprintf(is_asked ? stdout : stderr,
                     "Usage: %s REFERENCE_ID   (hexadecimal, 4000 or above)\n"
                     "Keeps 50 km/h, straight ahead.\n",
                     argv[0]);
        return is_asked ? 0 : 2;
    }
    struct sigaction action {};
    action.sa_handler = [](int) { stopped = true; };
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    try {
        cruise(reference_id);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
