// SPDX-License-Identifier: MIT
#include "suites.hpp"

#include <ddc/version.h>
#include <ddc/standard_streams.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <iostream>
#include <iterator>

namespace {

std::vector<bench::Result> vds1() {
    std::vector<bench::Result> results = bench::vds1_codec();
    for (const bench::Result& result : bench::vds1_server()) results.push_back(result);
    return results;
}

/// Every suite there is. A new one is a source file, a line in suites.hpp and a line here.
constexpr bench::Suite suites[] = {
    {"actuation", "steps of the actuation vehicles and lookups in their maps", bench::actuation},
    {"data_port",
     "the data port: what its clients cost the loop, and its answers (takes two minutes)",
     bench::data_port},
    {"ddcserver", "cycles of a program behind ddcserver, over TCP", bench::ddcserver},
    {"measured_cycle", "cycles of a program in measured mode, without a plant",
     bench::measured_cycle},
    {"slots", "a program's interface and the copy of a cycle", bench::slots},
    {"plant", "steps of the simulated vehicle", bench::plant_vehicle},
    {"realtime", "realtime mode: lateness, latencies, missed periods (takes four minutes)",
     bench::realtime},
    {"table_ops", "reading, writing and waiting on the DDC table", bench::table_ops},
    {"vds1", "VDS1: packets and their bytes, then the server (takes three minutes)", vds1},
    {"vehicle_interface", "the rules that make commands safe, with all of them in force",
     bench::vehicle_interface},
};

const bench::Suite* find(const std::string& name) {
    const auto found = std::find_if(std::begin(suites), std::end(suites),
                                    [&](const bench::Suite& suite) { return name == suite.name; });
    return found != std::end(suites) ? found : nullptr;
}

void print_list() {
    for (const bench::Suite& suite : suites) std::printf("%-18s %s\n", suite.name, suite.about);
}

void print_json(const bench::Suite& suite, const std::vector<bench::Result>& results) {
    nlohmann::ordered_json lines = nlohmann::ordered_json::array();
    for (const bench::Result& result : results)
        lines.push_back({{"name", result.name},
                         {"value", result.value},
                         {"unit", result.unit},
                         {"baseline_name", result.baseline_name},
                         {"baseline", result.baseline},
                         {"ratio", result.ratio()}});
    const nlohmann::ordered_json report{{"suite", suite.name}, {"results", lines}};
    std::cout << report.dump(2) << "\n";
}

void print_table(const std::vector<bench::Result>& results) {
    std::printf("%-44s %11s %-8s %-40s %11s %9s\n", "name", "value", "unit", "baseline", "value",
                "ratio");
    for (const bench::Result& result : results)
        std::printf("%-44s %11.4g %-8s %-40s %11.4g %9.4f\n", result.name.c_str(), result.value,
                    result.unit.c_str(), result.baseline_name.c_str(), result.baseline,
                    result.ratio());
}

}  // namespace

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    CLI::App app{"Measures ddc-gateway. Every number stands beside a baseline of the same run."};
    std::string name;
    bool json = false, list = false;
    app.set_version_flag("--version", "ddc-bench " DDC_VERSION, "Print the version and exit");
    app.add_option("suite", name, "Suite to run (--list tells which there are)");
    app.add_flag("--json", json, "Print JSON instead of a table");
    app.add_flag("--list", list, "List the suites");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    if (list) {
        print_list();
        return 0;
    }
    const bench::Suite* suite = find(name);
    if (suite == nullptr) {
        std::fprintf(stderr, "ddc-bench: %s; these exist:\n",
                     name.empty() ? "name a suite" : ("no suite '" + name + "'").c_str());
        for (const bench::Suite& known : suites)
            std::fprintf(stderr, "  %-18s %s\n", known.name, known.about);
        return 2;
    }
    try {
        const std::vector<bench::Result> results = suite->run();
        json ? print_json(*suite, results) : print_table(results);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "ddc-bench: %s\n", error.what());
        return 1;
    }
    return 0;
}
