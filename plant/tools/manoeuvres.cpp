// SPDX-License-Identifier: MIT
// Runs scenario files and writes one CSV each and a report of their numbers.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "plant/manoeuvre.hpp"

namespace {

int run(const std::filesystem::path& file, const std::filesystem::path& directory) {
    const plant::Scenario scenario = plant::load_scenario(file);
    const auto session = plant::make_session(scenario);
    plant::Judge judge(scenario, session->vehicle());
    std::ofstream csv(directory / (file.stem().string() + ".csv"));
    plant::write_csv_header(csv);
    int row = 0;
    const plant::StepStatus status =
        plant::replay(scenario, *session, [&](const plant::Output& output) {
            judge.watch(output);
            if (row++ % 10 == 0) plant::write_csv_row(csv, output);
        });
    std::printf("\n%s (%s)\n", scenario.name.c_str(), file.filename().c_str());
    for (const plant::Finding& f : judge.findings()) {
        std::printf("  %-32s %10.3f %s\n", f.name.c_str(), f.value, f.unit.c_str());
    }
    if (status != plant::StepStatus::ok) std::printf("  stopped: %s\n", session->fault());
    return status == plant::StepStatus::ok ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "usage: plant-manoeuvres DIRECTORY SCENARIO.yaml...\n");
        return 2;
    }
    int result = 0;
    try {
        std::filesystem::create_directories(argv[1]);
        for (int i = 2; i < argc; ++i) result |= run(argv[i], argv[1]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "plant-manoeuvres: %s\n", error.what());
        return 1;
    }
    return result;
}
