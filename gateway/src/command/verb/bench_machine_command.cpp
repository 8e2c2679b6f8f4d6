// SPDX-License-Identifier: MIT
#include "bench_machine_command.hpp"

#include "line/gateway_line.hpp"
#include "line/plot_option.hpp"

#include <gateway/base/exit_code.hpp>
#include "bench_machine/bench_report.hpp"
#include "config/common/named_files.hpp"
#include "machine/cpu_list.hpp"
#include "machine/interface.hpp"
#include "output/output_file.hpp"
#include "output/status_line.hpp"

#include <plant/number_text.hpp>

#include <nlohmann/json.hpp>

#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace gateway {
namespace {

using machine::BenchPlan;
using machine::BenchReport;
using machine::LoopSetup;

/// An option with a time in seconds.
ddc::command::Option::Check seconds_of(std::chrono::nanoseconds& time, const plant::Range& range) {
    return [&time, range](const std::string& text) {
        double seconds = 0;
        std::string problem = plant::read_number(text, range, seconds);
        if (problem.empty()) time = std::chrono::nanoseconds(std::llround(seconds * 1e9));
        return problem;
    };
}

std::string read_cpus(const std::string& text, std::vector<int>& cpus) {
    const auto list = read_cpu_list(text);
    if (!list || list->empty()) return "must be a list of CPUs such as 0-1,3, is " + text;
    cpus = *list;
    return {};
}

void write_json(const BenchReport& report, const std::string& file, std::ostream& out) {
    const std::string text = to_json(report).dump(2) + '\n';
    if (file == "-") {
        out << text;
        return;
    }
    OutputFile written(file);
    written.stream() << text;
    written.close();
}

}  // namespace

struct BenchMachineCommand::Arguments {
    std::string config, json, plot, root, interface;
    std::chrono::nanoseconds duration{5'000'000'000}, period{0};
    int priority = -1;
    std::vector<int> cpus;

    /// Whether the user has named what is to be held.
    bool has_demand() const { return !config.empty() || period.count() > 0; }
    BenchPlan plan() const;
    BenchReport report(std::ostream& err, const Log& log, const RunControl& control) const;
};

/// The options replace the values of the configuration.
BenchPlan BenchMachineCommand::Arguments::plan() const {
    BenchPlan plan = config.empty() ? machine::default_plan() : machine::read_plan(config);
    if (period.count() > 0) {
        plan.loops.resize(1);
        plan.loops.front().period = period;
    }
    for (LoopSetup& loop : plan.loops) {
        loop.duration = duration;
        if (!cpus.empty()) loop.scheduling.cpus = cpus;
        if (priority > 0) loop.scheduling.priority = priority;
        if (priority == 0) loop.scheduling.priority.reset();
    }
    if (!interface.empty()) plan.interface = interface;
    return plan;
}

BenchReport BenchMachineCommand::Arguments::report(std::ostream& err, const Log& log,
                                                   const RunControl& control) const {
    const BenchPlan plan = this->plan();
    const Machine found = read_machine(MachineTree(root.empty() ? "/" : root), plan.interface);
    BenchReport report;
    report.facts = facts_of(found, plan.needs());
    report.clock_source = found.clocksource.value_or("");
    if (!root.empty()) return report;
    log(fmt::format("measuring for about {} s", expected_duration(plan).count()));
    StatusLine status(err);
    report.bench =
        measure(plan, found.allowed_cpus.value_or(found.online_cpus()), control.stop, status);
    report.verdicts = verdicts_of(plan, found, *report.bench);
    return report;
}

BenchMachineCommand::BenchMachineCommand(ddc::command::CommandLine& line)
    : given_(std::make_unique<Arguments>()), command_(add_known_verb(line, "bench-machine")) {
    Arguments& given = *given_;
    command_.add_file("CONFIG", given.config,
                      "The configuration of a realtime run, or of vdsim_realtime, whose loop is "
                      "measured (default: periods of 10 ms and 1 ms)");
    command_
        .add_parsed_option("--duration", seconds_of(given.duration, {0.01, 86400}),
                           "Duration of each measurement (default: 5)")
        .kind("S");
    command_
        .add_parsed_option("--period", seconds_of(given.period, {1e-4, 10}),
                           "Measure this period instead")
        .kind("S");
    command_
        .add_parsed_option(
            "--priority",
            [&given](const std::string& text) {
                return plant::read_number(text, {0, 99}, given.priority);
            },
            "SCHED_FIFO priority of the loop instead of that of CONFIG, 0 for the ordinary one "
            "(default without CONFIG: 80)")
        .kind("N");
    command_
        .add_parsed_option(
            "--cpus", [&given](const std::string& text) { return read_cpus(text, given.cpus); },
            "CPUs of the loop instead of those of CONFIG, such as 2-3")
        .kind("LIST");
    command_
        .add_option("--interface", given.interface,
                    "Network interface whose interrupts are looked up (default: the one towards "
                    "the VDS1 peer of CONFIG)")
        .placeholder("NAME");
    command_.add_file("--json", given.json, "Write the results as JSON; - for standard output");
    add_plot_option(command_, given.plot, "Draw the histograms of the lateness");
    command_.add_folder("--root", given.root,
                        "Only read the facts, from a copy of /proc, /sys and /dev in this folder");
    command_.set_footer(
        "Examples:\n"
        "  ddc-gateway bench-machine\n"
        "  ddc-gateway bench-machine run.yaml --json out/machine.json --plot out/machine.png\n"
        "  ddc-gateway bench-machine --period 0.001 --cpus 3 --duration 60\n"
        "Exit code: 0 done, 4 a period of CONFIG or --period is not held, 1 interrupted, 2 invalid "
        "file or option.");
}

BenchMachineCommand::~BenchMachineCommand() = default;

bool BenchMachineCommand::is_given() const {
    return command_.is_given();
}

int BenchMachineCommand::run(std::ostream& out, std::ostream& err, const Log& log,
                             const RunControl& control) const {
    const Arguments& given = *given_;
    std::vector<NamedFile> inputs;
    if (!given.config.empty()) inputs.push_back({"CONFIG", given.config});
    const std::string problem =
        overwriting({{"--json", given.json}, {"--plot", given.plot}}, inputs);
    if (!problem.empty()) throw std::invalid_argument(problem);
    if (!given.root.empty() && !given.plot.empty())
        throw std::invalid_argument("--plot: nothing is measured with --root");
    const BenchReport report = given.report(err, log, control);
    if (given.json != "-") print(report, out);
    if (!given.json.empty()) write_json(report, given.json, out);
    if (report.bench && report.bench->is_interrupted) {
        log("interrupted");
        return exit_code::failed;
    }
    if (!given.plot.empty()) draw_lateness(*report.bench, given.plot);
    const bool is_met = !report.bench || !given.has_demand() || report.is_held();
    return is_met ? exit_code::done : exit_code::not_met;
}

}  // namespace gateway
