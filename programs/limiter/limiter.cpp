// SPDX-License-Identifier: MIT
// Drives as fast as it may: a VCG program whose ports have names that the gateway does not know.
// limiter.yaml says what each is; docs/ports.md explains it.
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

std::atomic<bool> stopped{false};

void limiter(ddc::Id reference_id) {
    ddc::Table table = ddc::Table::open_or_create();  // named by DDC_NAME
    ddc::interface::Program program(table, reference_id, "limiter");
    const auto enabled = program.input<bool>("enabled");
    const auto speed_mps = program.input<double>("speed");
    const auto limit_mps = program.input<double>("upper_speed_limit");
    const auto drive = program.output<double>("drive_percent");
    const auto brake = program.output<double>("brake_percent");
    const auto error = program.output<double>("speed_error");
    const auto [wanted, reached] = program.input_output<std::int32_t>("stage");
    program.publish();
    double held_percent = 0;
    while (!stopped) {
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
        std::printf("limiter %s\n", DDC_VERSION);
        return 0;
    }
    const ddc::Id reference_id = argc == 2 ? reference_id_of(argv[1]) : 0;
    const bool is_asked = is_help(argc, argv);
    if (is_asked || reference_id == 0) {
        std::fprintf(is_asked ? stdout : stderr,
                     "Usage: %s REFERENCE_ID   (hexadecimal, 4000 or above)\n"
                     "Drives as fast as it may.\n",
                     argv[0]);
        return is_asked ? 0 : 2;
    }
    struct sigaction action {};
    action.sa_handler = [](int) { stopped = true; };
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    try {
        limiter(reference_id);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
