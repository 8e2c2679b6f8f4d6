// SPDX-License-Identifier: MIT
#include "compare_reports.hpp"
#include "run_suites.hpp"
#include "suites.hpp"

#include <ddc/version.h>
#include <ddc/standard_streams.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

namespace {

std::vector<bench::Result> vds1() {
    std::vector<bench::Result> results = bench::vds1_codec();
    for (const bench::Result& result : bench::vds1_server()) results.push_back(result);
    return results;
}

std::vector<bench::Result> fmu() {
    std::vector<bench::Result> results = bench::fmu_export();
    for (const bench::Result& result : bench::fmu_import()) results.push_back(result);
    return results;
}

/// All suites. A new one is a source file, a line in suites.hpp and a line here.
constexpr bench::Suite suites[] = {
    {"actuation", "steps of the actuation vehicles and lookups in their maps", bench::actuation},
    {"campaign", "runs of a campaign beside the same runs alone, and a million results (3 GB)",
     bench::campaign},
    {"crowded",
     "runs and campaigns beside busy loops on every core, default waits beside blocking "
     "(takes more than five minutes)",
     bench::crowded},
    {"data_port",
     "the data port: what its clients cost the loop, and its answers (takes two minutes)",
     bench::data_port},
    {"ddcserver", "cycles of a program behind ddcserver, over TCP", bench::ddcserver},
    {"fmu",
     "a vehicle exported as an FMU, beside the same vehicle without; a step of an imported one",
     fmu},
    {"measured_cycle", "cycles of a program in measured mode, without a plant",
     bench::measured_cycle},
    {"publishers",
     "messages as the bytes of recordings and of ROS 2, and what a recording costs a run",
     bench::publishers},
    {"slots", "a program's interface and the copy of a cycle", bench::slots},
    {"plant", "steps of the simulated vehicle", bench::plant_vehicle},
    {"python", "Python beside C and C++: groups of a table, batches of cars from numpy",
     bench::python},
    {"realtime", "realtime mode: lateness, latencies, missed periods (takes four minutes)",
     bench::realtime},
    {"round_trip", "from a STATE to the CMD computed from it, asleep and spinning",
     bench::round_trip},
    {"runs", "from the start of a run to its first cycle, and from its last one to its end",
     bench::runs},
    {"table_ops", "reading, writing and waiting on the DDC table", bench::table_ops},
    {"vds1", "VDS1: packets and their bytes, then the server (takes three minutes)", vds1},
    {"vehicle_interface", "the rules that make commands safe, with all of them in force",
     bench::vehicle_interface},
};

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

int unknown_suite(const std::string& name) {
    std::fprintf(stderr, "ddc-bench: %s; these exist:\n",
                 name.empty() ? "name a suite" : ("no suite '" + name + "'").c_str());
    for (const bench::Suite& known : suites)
        std::fprintf(stderr, "  %-18s %s\n", known.name, known.about);
    return 2;
}

int run_one(const bench::Suite& suite, bool json) {
    const std::vector<bench::Result> results = suite.run();
    json ? print_json(suite, results) : print_table(results);
    return 0;
}

std::vector<std::string> every_suite() {
    std::vector<std::string> names;
    for (const bench::Suite& suite : suites) names.emplace_back(suite.name);
    return names;
}

/// Writes the report, or checks that it can be written. @throws std::runtime_error
void write_report(const bench::Report& report, const std::string& path) {
    std::ofstream file(path);
    file << to_json(report).dump(2) << "\n";
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

bool is_whole(const bench::Report& report) {
    return std::all_of(report.suites.begin(), report.suites.end(),
                       [](const bench::SuiteReport& suite) { return suite.error.empty(); });
}

int run_all(const std::string& path, int repeat) {
    std::vector<bench::Build> build{{"/proc/self/exe", {bench::this_machine(), {}}}};
    build[0].program = std::filesystem::read_symlink(build[0].program);
    const auto save = [&] {
        if (!path.empty()) write_report(build[0].report, path);
    };
    save();
    run_suites(every_suite(), repeat, build, save);
    print_report(build[0].report, std::cout);
    return is_whole(build[0].report) ? 0 : 1;
}

int compare_files(const std::string& before, const std::string& now) {
    print_comparison(bench::read_report(before), bench::read_report(now), std::cout);
    return 0;
}

int compare_builds(const std::string& before, const std::string& now,
                   const std::vector<std::string>& only, int repeat) {
    const bench::Machine machine = bench::this_machine();
    std::vector<bench::Build> builds{{before, {machine, {}}}, {now, {machine, {}}}};
    run_suites(only.empty() ? every_suite() : only, repeat, builds);
    print_comparison(builds[0].report, builds[1].report, std::cout);
    return is_whole(builds[0].report) && is_whole(builds[1].report) ? 0 : 1;
}

/// The arguments of the command line.
struct Options {
    std::string name, json_path, before, now;
    std::vector<std::string> only;
    int repeat = 5;
    bool json = false, list = false, builds = false;
};

void add_suites(CLI::App& app, Options& options) {
    for (const bench::Suite& suite : suites)
        app.add_subcommand(suite.name, suite.about)
            ->add_flag("--json", options.json, "Print JSON instead of a table");
}

void add_all(CLI::App& app, Options& options) {
    CLI::App* all = app.add_subcommand(
        "all", "Run every suite several times; show the median and the spread of each line");
    all->add_option("--json", options.json_path, "Write machine and results to this file")
        ->type_name("FILE");
    all->add_option("--repeat", options.repeat, "How often each suite is run")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
}

void add_compare(CLI::App& app, Options& options) {
    CLI::App* compare = app.add_subcommand(
        "compare", "Compare two files of ddc-bench all, or two builds by running both in turn");
    compare->add_option("old", options.before, "File, or with --builds the older ddc-bench")
        ->required()
        ->check(CLI::ExistingFile);
    compare->add_option("new", options.now, "File, or with --builds the newer ddc-bench")
        ->required()
        ->check(CLI::ExistingFile);
    CLI::Option* builds =
        compare->add_flag("--builds", options.builds, "OLD and NEW are programs to be run");
    compare->add_option("suites", options.only, "Suites to run; all if none is named")
        ->needs(builds);
    compare->add_option("--repeat", options.repeat, "How often each suite is run in each build")
        ->check(CLI::PositiveNumber)
        ->capture_default_str()
        ->needs(builds);
}

int run(const CLI::App& app, const Options& options) {
    for (const bench::Suite& suite : suites)
        if (app.got_subcommand(suite.name)) return run_one(suite, options.json);
    if (app.got_subcommand("all")) return run_all(options.json_path, options.repeat);
    if (app.got_subcommand("compare"))
        return options.builds
                   ? compare_builds(options.before, options.now, options.only, options.repeat)
                   : compare_files(options.before, options.now);
    if (options.list) {
        print_list();
        return 0;
    }
    return unknown_suite(options.name);
}

}  // namespace

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    CLI::App app{"Measures ddc-gateway. Every number stands beside a baseline of the same run."};
    Options options;
    app.set_version_flag("--version", "ddc-bench " DDC_VERSION, "Print the version and exit");
    app.add_option("suite", options.name)->group("");  // rejects unknown suites
    app.add_flag("--list", options.list, "List the suites");
    app.require_subcommand(0, 1);
    add_suites(app, options);
    add_all(app, options);
    add_compare(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    try {
        return run(app, options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "ddc-bench: %s\n", error.what());
        return 1;
    }
}
