// SPDX-License-Identifier: MIT
#include "run_command.hpp"

#include "load_config.hpp"
#include "run_picture.hpp"
#include "run_progress.hpp"
#include "run_results.hpp"

#include <gateway/base/exit_code.hpp>
#include <gateway/base/run_streams.hpp>
#include "config/common/named_files.hpp"
#include "line/announce_option.hpp"
#include "line/gateway_line.hpp"
#include "line/make_logger.hpp"
#include "line/plot_option.hpp"
#include "line/set_option.hpp"
#include "number/number_option.hpp"
#include "output/free_name.hpp"
#include "output/log_error.hpp"
#include "requirement/requirement.hpp"
#include "service/service.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ostream>
#include <utility>

namespace gateway {
namespace {

/// The error message if --duration is shorter than the time that a formula looks ahead, or an empty
/// text.
std::string too_short(const RunConfig& config) {
    for (const ProgramConfig& program : config.programs)
        for (const requirement::Requirement& each : program.requirements) {
            const std::string problem =
                requirement::horizon_problem(each.formula, config.duration.count());
            if (!problem.empty()) return "--duration: requirements." + each.name + " " + problem;
        }
    return {};
}

void take_output_names(RunConfig& config) {
    for (ProgramConfig& program : config.programs) {
        if (program.trace) program.trace = output_name(*program.trace);
        if (program.record) program.record = output_name(*program.record);
    }
}

using namespace exit_code;

/// Whether a run needs RunExtras, such as for a data port or a picture.
bool needs_extras(const RunConfig& config, const RunArguments& arguments) {
    return config.data_port || arguments.data_port || !arguments.plot.empty() ||
           std::any_of(config.programs.begin(), config.programs.end(),
                       [](const ProgramConfig& p) { return p.ros2 || p.record; });
}

bool shows_progress(const RunConfig& config, const RunArguments& arguments,
                    const std::ostream& err) {
    return config.mode == Mode::measured && !arguments.is_quiet && goes_to_terminal(err);
}

/// Logs what --verbose reports before the run begins.
void describe(const RunConfig& config, const std::string& file, spdlog::logger& logger) {
    for (const NamedFile& read : files_read("", file)) logger.info("reads {}", read.file.string());
    for (const ProgramConfig& program : config.programs)
        logger.info("program {} at {}: {}; {}", program.name, hex(program.options.reference_id),
                    program.exec.empty() ? "is started by another process"
                                         : fmt::format("{}", fmt::join(program.exec, " ")),
                    program.remote_vehicle
                        ? std::string("its vehicle is remote")
                        : fmt::format("vehicle {}, step {} s", name_of(program.vehicle),
                                      std::chrono::duration<double>(program.vehicle.step).count()));
}

void begin_paused(const RunConfig& config, RunControl& control, spdlog::logger& logger) {
    control.begin_pause();
    logger.info(
        "paused before the first cycle; run one cycle with `ddc-gateway ctl step --ddc {0}`, or "
        "continue with `ddc-gateway ctl resume --ddc {0}`",
        config.table_name);
}

/// Announces the addresses of the run, and logs that of the data port.
/// @param publishers null: there are none
/// @param is_terminal whether the log is shown only on a terminal
void report_addresses(const RunConfig& config, const RunPublishers* publishers,
                      std::optional<int> descriptor, bool is_terminal, spdlog::logger& logger) {
    Announcement announcement;
    announcement.table = config.table_name;
    if (publishers != nullptr) publishers->add_to(announcement);
    announce(descriptor, announcement, [&](const std::string& text) { logger.warn(text); });
    for (const std::string& address : announcement.http)
        logger.info("data port at " +
                    shown_address("http://" + address + "/", announcement.token, is_terminal));
}

/// The files to attach to the recordings; none if nothing is recorded.
std::vector<AttachedFile> kept_files(const RunFiles& files, const std::string& config,
                                     const RunExtras* extras, const Log& log) {
    const bool is_recorded = std::any_of(files.recordings.begin(), files.recordings.end(),
                                         [](const auto& file) { return file != nullptr; });
    return is_recorded ? extras->files_to_attach(config, log) : std::vector<AttachedFile>{};
}

/// Draws the picture of --plot. @param file empty: nothing is drawn @return false if that failed
bool draw(const std::string& file, const RunConfig& config,
          const std::vector<ProgramResult>& results, const RunExtras* extras,
          spdlog::logger& logger) {
    if (file.empty()) return true;
    try {
        extras->draw(file, config, results, [&](const std::string& text) { logger.info(text); });
        return true;
    } catch (const std::exception& error) {  // FileError, invalid_argument, runtime_error
        log_error(logger, error);
        return false;
    }
}

}  // namespace

std::string misfit(const RunArguments& arguments, const RunConfig& config) {
    if (arguments.pace && config.mode == Mode::realtime)
        return fmt::format(
            "--pace: is for measured mode; in realtime mode use `realtime: {{time_scale: {}}}`",
            *arguments.pace);
    if (arguments.is_repeatable && config.mode == Mode::realtime)
        return "--repeatable: is for measured mode; a realtime run follows the wall clock";
    if (arguments.is_paused && config.mode == Mode::realtime)
        return "--paused: is for measured mode; in realtime mode use `ddc-gateway ctl pause`";
    const bool has_manual_control =
        std::any_of(config.programs.begin(), config.programs.end(),
                    [](const auto& p) { return !p.manual_controllers.empty(); });
    if (has_manual_control && config.mode == Mode::measured && !arguments.pace)
        return "controllers: manual control needs a run at a fixed pace; add --pace 1";
    const bool has_ros2_commands =
        std::any_of(config.programs.begin(), config.programs.end(),
                    [](const auto& p) { return p.ros2 && p.ros2->takes_commands(); });
    if (has_ros2_commands && config.mode == Mode::measured && !arguments.pace)
        return "ros2: commands from ROS 2 need a run at a fixed pace; add --pace 1";
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

void apply(const RunArguments& arguments, RunConfig& config) {
    config.pace = arguments.pace.value_or(0);
    config.profiles = arguments.profiles;
    if (arguments.seed) config.seed = *arguments.seed;
    config.spread_seed();
    if (arguments.is_repeatable) config.make_repeatable();
    if (arguments.data_port && !config.data_port) config.data_port.emplace();
    if (arguments.data_port) config.data_port->port = *arguments.data_port;
    take_output_names(config);
}

RunCommand::RunCommand(ddc::command::CommandLine& line) : command_(add_known_verb(line, "run")) {
    command_.add_file("CONFIG", given_.config, "The run's YAML file").required();
    add_number(command_, "--duration", given_.duration_s, limits::duration_s,
               "Simulated seconds (overrides `duration_s`)");
    add_number(
        command_, "--pace", given_.pace, limits::time_scale,
        "Simulated seconds per second of wall time, in measured mode; 1: real time (default: "
        "as fast as possible)");
    command_
        .add_parsed_option(
            "--seed",
            [this](const std::string& text) {
                return plant::read_count(text, given_.seed.emplace());
            },
            "Random seed of noise and losses (overrides `seed`)")
        .kind("NUMBER");
    command_.add_flag("--repeatable", given_.is_repeatable,
                      "Use a constant execution time in each cycle, so that measured runs are "
                      "bit-identical");
    command_.add_flag("--paused", given_.is_paused,
                      "Pause before the first cycle, in measured mode; see ddc-gateway ctl");
    command_.add_flag("--strict", given_.is_strict,
                      "Exit with code 3 if an enforced safety rule was triggered");
    const ddc::command::Option quiet = command_.add_flag(
        "--quiet", given_.is_quiet, "Print only warnings and errors, no summary and no progress");
    command_
        .add_flag("--verbose", given_.is_verbose,
                  "Log every file that is read, and each program with its vehicle")
        .excludes(quiet);
    command_.add_flag("--profile", given_.profiles,
                      "Print a timing profile of the loop at the end");
    add_number(command_, "--data-port", given_.data_port, limits::own_port,
               "HTTP port to monitor and control the run, on 127.0.0.1 or data_port.bind; 0: any "
               "free port");
    add_announce_option(command_, given_.announce);
    command_.add_file("--summary", given_.summary, "Write the summary as JSON to this file");
    command_.add_file("--junit", given_.junit,
                      "Write the results of the requirements to this file, as JUnit XML for "
                      "continuous integration");
    add_plot_option(command_, given_.plot,
                    "Draw the values of each requirement over time, and the time that determined "
                    "its result; without requirements: path, speed and distance from the route. "
                    "Needs a trace or a recording");
    add_set_option(command_, given_.set, "vehicle.parameters.mass_kg=1400");
    command_.set_footer(
        "Examples:\n  ddc-gateway run run.yaml --duration 10 --summary summary.json\n"
        "  ddc-gateway run run.yaml --plot run.png");
}

bool RunCommand::is_given() const {
    return command_.is_given();
}

std::optional<int> RunCommand::run(std::ostream& out, std::ostream& err, spdlog::logger& logger,
                                   RunControl& control, const RunExtras* extras) const {
    if (extras == nullptr && !given_.set.empty()) return std::nullopt;
    auto loaded = load_config(given_.config, settings_of(given_.set), extras, logger);
    if (!loaded) return bad_input;
    RunConfig& config = loaded->config;
    if (extras == nullptr && needs_extras(config, given_)) return std::nullopt;
    log_warnings(config, logger);
    if (!are_fmus_usable(config, logger)) return bad_input;
    if (given_.duration_s) config.duration = SimTime(std::llround(*given_.duration_s * 1e9));
    if (const std::string problem = misfit(given_, config); !problem.empty()) {
        logger.error(problem);
        return bad_input;
    }
    apply(given_, config);
    if (given_.is_quiet) logger.set_level(spdlog::level::warn);
    if (given_.is_verbose) describe(config, given_.config, logger);
    if (given_.is_paused) begin_paused(config, control, logger);
    try {
        return run_config(*loaded, out, err, logger, control, extras);
    } catch (const std::exception& error) {  // TableError, an output that cannot be written
        logger.error(error.what());
        return failed;
    }
}

int RunCommand::run_config(LoadedRun& run, std::ostream& out, std::ostream& err,
                           spdlog::logger& logger, RunControl& control,
                           const RunExtras* extras) const {
    RunConfig& config = run.config;
    Service service([&](const std::string& text) { logger.error(text); });
    RunProgress progress(config, err, shows_progress(config, given_, err));
    const Log own_log = [&](const LogMessage& message) {
        progress.between([&] { logger.log(level_of(message), message.text); });
        service.status(message.text);
    };
    const RunFiles files = open_files(config, given_.summary, given_.junit, logger);
    const auto publishers = extras ? extras->open_publishers(config, run.file, own_log) : nullptr;
    const Log& log = publishers ? publishers->log() : own_log;
    report_addresses(config, publishers.get(), given_.announce, goes_to_terminal(err), logger);
    RunOptions options;
    if (publishers) options.monitors = publishers->monitors();
    options.on_ready = [&] { service.ready(); };
    options.recordings = files.recordings;
    options.files = kept_files(files, run.file, extras, log);
    options.reached = progress.reached();
    const auto results = run_programs(config, files.traces, control, log, options);
    progress.end();
    service.ending(control);
    const bool has_texts = write_results(files, config, results, logger);
    const bool has_files = draw(given_.plot, config, results, extras, logger) && has_texts;
    limit_wait(out);
    std::ostream nowhere(nullptr);
    const int code =
        report(results, config.is_list, given_.is_strict, given_.is_quiet ? nowhere : out, logger);
    const bool has_results = has_files && out.flush();
    return code == done && !has_results ? degraded : code;
}

}  // namespace gateway
