// SPDX-License-Identifier: MIT
#include "campaign_command.hpp"
#include "check_command.hpp"
#include "command_end.hpp"
#include "compare_command.hpp"
#include "ctl_command.hpp"
#include "file_text.hpp"
#include "identify_command.hpp"
#include "make_logger.hpp"
#include "mcap_command.hpp"
#include "new_program_command.hpp"
#include "page_at.hpp"
#include "plot_option.hpp"
#include "replay_command.hpp"
#include "rerun_command.hpp"
#include "safety_command.hpp"
#include "studio_command.hpp"
#include "view_command.hpp"

#include <gateway/exit_code.hpp>
#include <gateway/run.hpp>
#include <gateway/run_streams.hpp>
#include <gateway/signals.hpp>
#include "../config/load_run_config.hpp"
#include "../config/named_files.hpp"
#include "../data_port/run_port.hpp"
#include "../number/number_option.hpp"
#include "../outlet/foxglove/foxglove_outlet.hpp"
#include "../outlet/ros2/ros2_outlet.hpp"
#include "../output/free_name.hpp"
#include "../output/log_error.hpp"
#include "../plot/draw_requirements.hpp"
#include "../record/requirement_report.hpp"
#include "../requirement/junit.hpp"
#include "../requirement/monitor.hpp"
#include "../rerun/attached_files.hpp"
#include "../run/result_json.hpp"
#include "../service/service.hpp"

#include <ddc/version.h>
#include <ddc/command/command_line.hpp>

#include <nlohmann/json.hpp>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <ostream>

namespace gateway {
namespace {

using namespace exit_code;

struct Arguments {
    std::string config;
    std::optional<double> duration_s, pace;
    std::string summary, junit, plot;
    bool is_paused = false, is_repeatable = false, is_strict = false, profiles = false;
    std::optional<std::uint64_t> seed;
    std::optional<std::uint16_t> data_port;
};

/// A configuration with every file it names, or nothing and the reason on the log.
std::optional<RunConfig> load(const std::string& file, spdlog::logger& logger) {
    try {
        RunConfig config = load_run_config(file);
        for (const ProgramConfig& program : config.programs)
            for (const auto* warnings :
                 {&program.vehicle.warnings, &program.options.ports.notes, &program.warnings})
                for (const std::string& warning : *warnings) logger.warn(warning);
        return config;
    } catch (const std::exception& error) {  // FileError, invalid_argument
        log_error(logger, error);
        return std::nullopt;
    }
}

Log warn_by(spdlog::logger& logger) {
    return [&logger](const std::string& text) { logger.warn(text); };
}

Log tell_by(spdlog::logger& logger) {
    return [&logger](const std::string& text) { logger.info(text); };
}

/// What a run writes, opened before it starts: hours later would be too late to tell.
struct RunFiles {
    std::vector<std::shared_ptr<OutputFile>> traces, recordings;  ///< of each program, or null
    std::shared_ptr<OutputFile> summary, junit;                   ///< or null
};

std::shared_ptr<OutputFile> open_output(const std::filesystem::path& file, spdlog::logger& logger) {
    auto output = std::make_shared<OutputFile>(file);
    if (!output->grows_as().empty())
        logger.info("writes {}, which is {} until the end", output->name(), output->grows_as());
    return output;
}

/// @throws std::runtime_error for one that cannot be written
RunFiles open_files(const RunConfig& config, const Arguments& arguments, spdlog::logger& logger) {
    RunFiles files;
    for (const ProgramConfig& program : config.programs)
        files.traces.push_back(program.trace ? open_output(*program.trace, logger) : nullptr);
    for (const ProgramConfig& program : config.programs)
        files.recordings.push_back(program.record ? open_output(*program.record, logger) : nullptr);
    if (!arguments.summary.empty())
        files.summary = open_output(output_name(arguments.summary), logger);
    if (!arguments.junit.empty()) files.junit = open_output(output_name(arguments.junit), logger);
    return files;
}

void take_output_names(RunConfig& config) {
    for (ProgramConfig& program : config.programs) {
        if (program.trace) program.trace = output_name(*program.trace);
        if (program.record) program.record = output_name(*program.record);
    }
}

/// Of two exit codes the one that is told.
int first_of(int a, int b) {
    for (const int code : {bad_input, failed, not_met})
        if (a == code || b == code) return code;
    return std::max(a, b);
}

/// What `--strict` cannot see.
std::string strict_gap(RuleReach reach) {
    const std::string what =
        reach == RuleReach::none
            ? "--strict has no effect: no safety rule that is enforced looks at the commands"
            : "--strict sees little: of the safety rules `manual` alone looks at such commands";
    return what + "; write `safety: {}`";
}

/// Tells how each program ended. @return the exit code
int report(const std::vector<ProgramResult>& results, bool is_list, bool is_strict,
           std::ostream& out, spdlog::logger& logger) {
    int code = done;
    for (const ProgramResult& result : results) {
        const std::string name = is_list ? result.name + ": " : "";
        if (is_list) out << "== " << result.name << '\n';
        if (result.summary) print(*result.summary, out);
        if (result.summary && result.summary->profile) print(*result.summary->profile, out);
        if (!result.error.empty()) logger.error(name + result.error);
        if (!result.summary && result.error.empty())
            logger.info(name + "interrupted while waiting for the program");
        if (!result.summary || !result.error.empty()) code = failed;
        if (!result.summary) continue;
        if (is_strict && result.summary->rule_reach != RuleReach::all)
            logger.warn(name + strict_gap(result.summary->rule_reach));
        code = first_of(code, exit_code_of(result.summary->requirements));
        for (const std::string& reason : result.summary->degradations(is_strict)) {
            logger.warn(name + reason);
            code = first_of(code, degraded);
        }
    }
    return code;
}

/// What came of the requirements of each program; of one that did not run, that it did not.
std::string junit_of(const RunConfig& config, const std::vector<ProgramResult>& results) {
    std::vector<requirement::Suite> suites;
    for (std::size_t i = 0; i < results.size(); ++i) {
        requirement::Suite suite{results[i].name, {}};
        if (results[i].summary)
            suite.outcomes = results[i].summary->requirements;
        else
            for (const requirement::Requirement& each : config.programs[i].requirements)
                suite.outcomes.push_back(
                    requirement::ended_early(each, "the run did not begin: " + results[i].error));
        suites.push_back(std::move(suite));
    }
    return requirement::junit_text(suites);
}

/// @param file may be null @return false if the text is lost
bool write_text(const std::shared_ptr<OutputFile>& file, const std::string& text,
                spdlog::logger& logger) {
    constexpr std::chrono::seconds patience{2};
    if (!file) return true;
    const std::string problem = write_within(patience, file, text);
    if (!problem.empty()) logger.error(problem);
    return problem.empty();
}

/// @return false if one of them is lost
bool write_results(const RunFiles& files, const RunConfig& config,
                   const std::vector<ProgramResult>& results, spdlog::logger& logger) {
    const std::string summary = to_json(results, config.is_list).dump(2) + "\n";
    const bool has_summary = write_text(files.summary, summary, logger);
    return write_text(files.junit, junit_of(config, results), logger) && has_summary;
}

bool is_file_to_be(const std::optional<std::filesystem::path>& path) {
    return path && (std::filesystem::is_regular_file(*path) || !std::filesystem::exists(*path));
}

/// The trace or, without one, the recording: what can be read a second time, or nothing.
std::optional<std::filesystem::path> drawn_from(const ProgramConfig& program) {
    if (is_file_to_be(program.trace)) return program.trace;
    return is_file_to_be(program.record) ? program.record : std::nullopt;
}

/// A picture for each program that had requirements and was run.
/// @param file may be empty @return false if one of them is lost
bool draw_results(const std::string& file, const RunConfig& config,
                  const std::vector<ProgramResult>& results, spdlog::logger& logger) {
    if (file.empty()) return true;
    try {
        for (std::size_t i = 0; i < results.size(); ++i) {
            const ProgramConfig& program = config.programs[i];
            if (!results[i].summary || program.requirements.empty()) continue;
            const std::filesystem::path picture = config.is_list
                                                      ? picture_of_program(file, results[i].name)
                                                      : std::filesystem::path(file);
            draw_requirements(*drawn_from(program), program.requirements,
                              results[i].summary->requirements, output_name(picture));
        }
        return true;
    } catch (const std::exception& error) {  // FileError, invalid_argument, runtime_error
        log_error(logger, error);
        return false;
    }
}

/// Why there would be nothing to draw, or nothing to draw it from, or nothing.
std::string misfit_of_plot(const RunConfig& config) {
    bool has_requirements = false;
    for (const ProgramConfig& program : config.programs) {
        if (program.requirements.empty()) continue;
        has_requirements = true;
        if (!drawn_from(program))
            return "--plot: is drawn from the trace or the recording; add `trace: FILE.csv` or "
                   "`record: FILE.mcap` to the configuration";
    }
    return has_requirements ? "" : "--plot: the configuration has no `requirements` to draw";
}

/// The duration of the command line may be shorter than what a formula looks ahead.
std::string too_short(const RunConfig& config) {
    for (const ProgramConfig& program : config.programs)
        for (const requirement::Requirement& each : program.requirements) {
            const std::string problem =
                requirement::horizon_problem(each.formula, config.duration.count());
            if (!problem.empty()) return "--duration: requirements." + each.name + " " + problem;
        }
    return {};
}

/// Why what was asked for on the command line does not fit the configuration, or nothing.
std::string misfit(const Arguments& arguments, const RunConfig& config) {
    if (arguments.pace && config.mode == Mode::realtime)
        return fmt::format(
            "--pace: is for measured mode; here `realtime: {{time_scale: {}}}` does it",
            *arguments.pace);
    if (arguments.is_repeatable && config.mode == Mode::realtime)
        return "--repeatable: is for measured mode; a realtime run follows the wall clock";
    if (arguments.is_paused && config.mode == Mode::realtime)
        return "--paused: is for measured mode; pause a realtime run with ddc-gateway ctl pause";
    const bool has_persons = std::any_of(config.programs.begin(), config.programs.end(),
                                         [](const auto& p) { return !p.persons.empty(); });
    if (has_persons && config.mode == Mode::measured && !arguments.pace)
        return "controllers: a person cannot drive a run that goes as fast as it can; add --pace 1";
    const bool has_ros2_commands =
        std::any_of(config.programs.begin(), config.programs.end(),
                    [](const auto& p) { return p.ros2 && p.ros2->commands != Ros2Commands::none; });
    if (has_ros2_commands && config.mode == Mode::measured && !arguments.pace)
        return "ros2.commands: nobody can drive a run that goes as fast as it can; add --pace 1";
    auto others = files_read("the configuration", arguments.config);
    for (NamedFile& trace : traces_of(arguments.config)) others.push_back(std::move(trace));
    if (std::string problem = too_short(config); !problem.empty()) return problem;
    if (!arguments.plot.empty())
        if (std::string problem = misfit_of_plot(config); !problem.empty()) return problem;
    return overwriting({{"--summary", arguments.summary},
                        {"--junit", arguments.junit},
                        {"--plot", arguments.plot}},
                       others);
}

void begin_paused(const RunConfig& config, RunControl& control, spdlog::logger& logger) {
    control.begin_pause();
    logger.info(
        "paused before the first cycle; ddc-gateway ctl step --ddc {0} takes it, ddc-gateway ctl "
        "resume --ddc {0} goes on",
        config.table_name);
}

/// Null if none is asked for. Its address has the token, so it is told here alone.
std::unique_ptr<data_port::RunPort> open_data_port(const Arguments& arguments, RunConfig& config,
                                                   spdlog::logger& logger) {
    if (arguments.data_port && !config.data_port) config.data_port.emplace();
    if (!config.data_port) return nullptr;
    if (arguments.data_port) config.data_port->port = *arguments.data_port;
    std::vector<std::unique_ptr<data_port::Outlet>> outlets;
    outlets.push_back(
        std::make_unique<foxglove::FoxgloveOutlet>(config.data_port->origins, config.origin));
    auto port = std::make_unique<data_port::RunPort>(config, file_text(arguments.config), page_at,
                                                     std::move(outlets));
    logger.info("data port at " + port->address());
    return port;
}

/// What the recordings keep, if there are any.
std::vector<AttachedFile> kept_files(const RunFiles& files, const Arguments& arguments,
                                     const Log& log) {
    const bool is_recorded = std::any_of(files.recordings.begin(), files.recordings.end(),
                                         [](const auto& file) { return file != nullptr; });
    return is_recorded ? files_to_attach(arguments.config, log) : std::vector<AttachedFile>{};
}

std::vector<Onlooker*> those_there(std::vector<Onlooker*> onlookers) {
    onlookers.erase(std::remove(onlookers.begin(), onlookers.end(), nullptr), onlookers.end());
    return onlookers;
}

int run_config(const Arguments& arguments, std::ostream& out, spdlog::logger& logger,
               RunControl& control) {
    auto config = load(arguments.config, logger);
    if (!config) return bad_input;
    if (arguments.duration_s) config->duration = SimTime(std::llround(*arguments.duration_s * 1e9));
    if (const std::string problem = misfit(arguments, *config); !problem.empty()) {
        logger.error(problem);
        return bad_input;
    }
    config->pace = arguments.pace.value_or(0);
    config->profiles = arguments.profiles;
    if (arguments.seed) config->seed = *arguments.seed;
    config->spread_seed();
    if (arguments.is_repeatable) config->make_repeatable();
    if (arguments.is_paused) begin_paused(*config, control, logger);
    take_output_names(*config);
    Service service([&](const std::string& text) { logger.error(text); });
    try {
        const RunFiles files = open_files(*config, arguments, logger);
        const auto port = open_data_port(arguments, *config, logger);
        const Log log = [&](const std::string& text) {
            logger.info(text);
            if (port) port->log(text);
            service.status(text);
        };
        const auto ros2 = ros2::create_ros2(*config, log);
        const auto results =
            run_programs(*config, files.traces, control, log,
                         {those_there({port.get(), ros2.get()}), nullptr, [&] { service.ready(); },
                          files.recordings, kept_files(files, arguments, log)});
        service.ending(control);
        const bool has_texts = write_results(files, *config, results, logger);
        const bool has_files = draw_results(arguments.plot, *config, results, logger) && has_texts;
        limit_wait(out);
        const int code = report(results, config->is_list, arguments.is_strict, out, logger);
        const bool has_results = has_files && out.flush();
        return code == done && !has_results ? degraded : code;
    } catch (const std::exception& error) {  // TableError, an output that cannot be written
        logger.error(error.what());
        return failed;
    }
}

int validate_config(const std::string& file, std::ostream& out, spdlog::logger& logger) {
    const auto config = load(file, logger);
    if (!config) return bad_input;
    for (const ProgramConfig& program : config->programs)
        for (const std::string& guess : program.options.ports.guesses) logger.warn(guess);
    out << file << ": ok";
    for (const ProgramConfig& program : config->programs)
        if (program.route) out << ", route of " << program.route->points().size() << " points";
    out << '\n';
    return done;
}

int identify(const IdentifyCommand& command, std::ostream& out, spdlog::logger& logger) {
    if (command.run(out)) return done;
    logger.warn("the fit explains little of the recording; do not trust its parameters");
    return degraded;
}

int run_command_of(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
                   RunControl& control) {
    ddc::command::CommandLine line("ddc-gateway",
                                   "Runs a VCG program against a vehicle through the DDC.");
    line.add_version("ddc-gateway " DDC_VERSION);
    line.add_completion();
    line.require_verb();
    line.set_footer(
        "Examples:\n  ddc-gateway new-program follower\n  ddc-gateway validate run.yaml\n"
        "  ddc-gateway run run.yaml --duration 10 --summary out/summary.json\n"
        "  ddc-gateway replay plant/data/scenario/braking.yaml --plot braking.png");
    Arguments given;
    ddc::command::Verb run_command = line.add_verb("run", "Run a configuration");
    run_command.add_option("CONFIG", given.config, "The run's YAML file").required();
    add_number(run_command, "--duration", given.duration_s, limits::duration_s,
               "Simulated seconds, instead of duration_s");
    add_number(run_command, "--pace", given.pace, limits::time_scale,
               "Simulated seconds in a second on the clock, in measured mode: 1 to look on while "
               "it drives (default: as fast as it goes)");
    run_command
        .add_parsed_option(
            "--seed",
            [&given](const std::string& text) {
                return plant::read_count(text, given.seed.emplace());
            },
            "What noise and losses follow from, instead of seed")
        .kind("NUMBER");
    run_command.add_flag("--repeatable", given.is_repeatable,
                         "Take the execution time of each cycle as constant, so that a measured "
                         "run repeats to the bit");
    run_command.add_flag("--paused", given.is_paused,
                         "Stop before the first cycle, in measured mode; see ddc-gateway ctl");
    run_command.add_flag("--strict", given.is_strict,
                         "End with exit code 3 if a safety rule that is enforced has acted");
    run_command.add_flag("--profile", given.profiles,
                         "Tell at the end where the time of the loop has gone, phase by phase");
    add_number(run_command, "--data-port", given.data_port, limits::own_port,
               "Serve HTTP at this port of 127.0.0.1, or of data_port.bind: what there is to see "
               "of the run, and how to steer it; 0: any that is free");
    run_command.add_option("--summary", given.summary, "Write the summary as JSON to this file");
    run_command.add_option("--junit", given.junit,
                           "Write what came of the requirements to this file, for continuous "
                           "integration (XML)");
    add_plot_option(run_command, given.plot,
                    "Draw what each requirement compares over time, and the moment that decided; "
                    "needs a trace or a recording");
    run_command.set_footer(
        "Examples:\n  ddc-gateway run run.yaml --duration 10 --summary summary.json\n"
        "  ddc-gateway run run.yaml --plot requirements.png");
    ddc::command::Verb validate_command =
        line.add_verb("validate", "Check a configuration and every file it names");
    validate_command.add_option("CONFIG", given.config, "The run's YAML file").required();
    validate_command.set_footer("Example:\n  ddc-gateway validate run.yaml");
    const ReplayCommand replay_command(line);
    const IdentifyCommand identify_command(line);
    const CompareCommand compare_command(line);
    const CheckCommand check_command(line);
    const CtlCommand ctl_command(line);
    const CampaignCommand campaign_command(line);
    const SafetyCommand safety_command(line);
    const McapCommand mcap_command(line);
    const RerunCommand rerun_command(line);
    const ViewCommand view_command(line);
    const StudioCommand studio_command(line);
    const NewProgramCommand new_program_command(line);
    if (const auto code = parse_or_end(line, "ddc-gateway", arguments, out, err)) return *code;
    spdlog::logger logger = make_logger("ddc-gateway", err);
    if (run_command.is_given()) return run_config(given, out, logger, control);
    if (studio_command.is_given())
        return exit_code_of([&] { return studio_command.run(out, err, control); }, logger);
    if (campaign_command.is_given())
        return exit_code_of([&] { return campaign_command.run(out, err, control); }, logger);
    if (rerun_command.is_given())
        return exit_code_of([&] { return rerun_command.run(out, err, tell_by(logger), control); },
                            logger);
    if (view_command.is_given())
        return exit_code_of([&] { return view_command.run(out, err, control); }, logger);
    end_on_signals();
    if (ctl_command.is_given())
        return exit_code_of([&] { return ctl_command.run(out, err); }, logger);
    if (new_program_command.is_given())
        return exit_code_of([&] { return new_program_command.run(out); }, logger);
    if (compare_command.is_given())
        return exit_code_of([&] { return compare_command.run(out, err, warn_by(logger)); }, logger);
    if (check_command.is_given())
        return exit_code_of([&] { return check_command.run(out, warn_by(logger)); }, logger);
    if (safety_command.is_given())
        return exit_code_of([&] { return safety_command.run(std::cin, out); }, logger);
    if (mcap_command.is_given())
        return exit_code_of([&] { return mcap_command.run(out, err); }, logger);
    if (replay_command.is_given())
        return exit_code_of([&] { return replay_command.run(out, warn_by(logger)); }, logger);
    if (identify_command.is_given())
        return exit_code_of([&] { return identify(identify_command, out, logger); }, logger);
    return validate_config(given.config, out, logger);
}

}  // namespace

int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
        RunControl& control) {
    return after_results(run_command_of(arguments, out, err, control), "ddc-gateway", out, err);
}

}  // namespace gateway
