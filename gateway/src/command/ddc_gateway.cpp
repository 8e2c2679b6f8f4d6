// SPDX-License-Identifier: MIT
#include <gateway/command/run.hpp>

#include "all_extras.hpp"
#include "line/command_end.hpp"
#include "line/gateway_line.hpp"
#include "line/make_logger.hpp"
#include "verb/bench_machine_command.hpp"
#include "verb/campaign/campaign_command.hpp"
#include "verb/check_command.hpp"
#include "verb/compare_command.hpp"
#include "verb/ctl_command.hpp"
#include "verb/fmu/fmu_command.hpp"
#include "verb/identify_command.hpp"
#include "verb/mcap_command.hpp"
#include "verb/new_program_command.hpp"
#include "verb/plot_command.hpp"
#include "verb/replay/replay_command.hpp"
#include "verb/report_command.hpp"
#include "verb/rerun_command.hpp"
#include "verb/run/run_command.hpp"
#include "verb/run/validate_command.hpp"
#include "verb/safety/safety_command.hpp"
#include "verb/studio_command.hpp"
#include "verb/view_command.hpp"

#include <gateway/base/exit_code.hpp>
#include <gateway/base/signals.hpp>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <ostream>
#include <vector>

namespace gateway {
namespace {

/// The streams, log and extras that a verb uses.
struct Context {
    std::ostream& out;
    std::ostream& err;
    spdlog::logger& logger;
    RunControl& control;
    AllExtras extras;

    Log warn() const {
        return [this](const std::string& text) { logger.warn(text); };
    }
    Log info() const {
        return [this](const std::string& text) { logger.info(text); };
    }
};

/// The effect of SIGINT and SIGTERM while a verb runs.
enum class Signals { end_the_process, stop_the_run };

struct Subcommand {
    Signals signals;
    std::function<bool()> is_given;
    std::function<int(const Context&)> run;
};

using To = const Context&;

int run_config(const RunCommand& verb, To to) {
    return *verb.run(to.out, to.err, to.logger, to.control, &to.extras);
}

int validate(const ValidateCommand& verb, To to) {
    return *verb.run(to.out, to.logger, &to.extras);
}

int identify(const IdentifyCommand& verb, To to) {
    if (verb.run(to.out)) return exit_code::done;
    to.logger.warn(
        "poor fit: the fitted model explains too little of the recording; do not use its "
        "parameters");
    return exit_code::degraded;
}

/// Replaces the old name of a verb, which is accepted for one more release.
std::vector<std::string> renamed(std::vector<std::string> arguments, std::ostream& err) {
    if (arguments.size() < 2 || arguments[0] != "campaign" || arguments[1] != "replay")
        return arguments;
    err << "ddc-gateway: `campaign replay` is now called `campaign rerun`; the old name works for "
           "one more release\n";
    arguments[1] = "rerun";
    return arguments;
}

int compare(const CompareCommand& verb, To to) {
    return verb.run(to.out, to.err, to.warn());
}

int rerun(const RerunCommand& verb, To to) {
    return verb.run(to.out, to.err, to.info(), to.control);
}

int show_rules(const SafetyCommand& verb, To to) {
    return verb.run(std::cin, to.out);
}

int bench_machine(const BenchMachineCommand& verb, To to) {
    return verb.run(to.out, to.err, to.info(), to.control);
}

int run_fmu(const FmuCommand& verb, To to) {
    return verb.run(to.out);
}

int new_program(const NewProgramCommand& verb, To to) {
    return verb.run(to.out);
}

/// Adds a verb to the command line.
template <class Command, class Run>
Subcommand add(ddc::command::CommandLine& line, Run run,
               Signals signals = Signals::end_the_process) {
    const auto command = std::make_shared<const Command>(line);
    return {signals, [command] { return command->is_given(); },
            [command, run](To to) { return run(*command, to); }};
}

/// All verbs, in the order of the help. A new verb needs a class with its options in `verb/`, a row
/// here and a row in known_verbs.
std::vector<Subcommand> add_verbs(ddc::command::CommandLine& line) {
    constexpr auto stops = Signals::stop_the_run;
    const auto print = [](const auto& verb, To to) { return verb.run(to.out, to.err); };
    const auto warn = [](const auto& verb, To to) { return verb.run(to.out, to.warn()); };
    const auto serve = [](const auto& verb, To to) { return verb.run(to.out, to.err, to.control); };
    return {
        add<RunCommand>(line, run_config, stops),
        add<ValidateCommand>(line, validate),
        add<ReplayCommand>(line, warn),
        add<IdentifyCommand>(line, identify),
        add<PlotCommand>(line, warn),
        add<ReportCommand>(line, warn),
        add<CompareCommand>(line, compare),
        add<CheckCommand>(line, warn),
        add<CtlCommand>(line, print),
        add<CampaignCommand>(line, serve, stops),
        add<SafetyCommand>(line, show_rules),
        add<McapCommand>(line, print),
        add<RerunCommand>(line, rerun, stops),
        add<ViewCommand>(line, serve, stops),
        add<StudioCommand>(line, serve, stops),
        add<BenchMachineCommand>(line, bench_machine, stops),
        add<NewProgramCommand>(line, new_program),
        add<FmuCommand>(line, run_fmu),
    };
}

int run_verb_of(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                RunControl& control) {
    GatewayLine line;
    const std::vector<Subcommand> verbs = add_verbs(line);
    if (const auto code = parse_or_end(line, "ddc-gateway", renamed(arguments, err), out, err))
        return *code;
    spdlog::logger logger = make_logger("ddc-gateway", err);
    const Context context{out, err, logger, control, {}};
    const auto given = std::find_if(verbs.begin(), verbs.end(),
                                    [](const Subcommand& verb) { return verb.is_given(); });
    if (given->signals == Signals::end_the_process) end_on_signals();
    return exit_code_of([&] { return given->run(context); }, logger);
}

}  // namespace

int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
        RunControl& control) {
    return after_results(run_verb_of(arguments, out, err, control), "ddc-gateway", out, err);
}

}  // namespace gateway
