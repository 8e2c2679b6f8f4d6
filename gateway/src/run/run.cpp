// SPDX-License-Identifier: MIT
#include <gateway/run.hpp>

#include "../config/number_option.hpp"
#include "ctl_command.hpp"
#include "identify_command.hpp"
#include "replay_command.hpp"
#include "run_programs.hpp"

#include <ddc/version.h>
#include <ddc/command/usage.hpp>
#include <plant/parameter_error.hpp>

#include <spdlog/async.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <optional>
#include <ostream>

namespace gateway {
namespace {

constexpr int done = 0, failed = 1, bad_input = 2, degraded = 3;

struct Arguments {
    std::string config;
    std::optional<double> duration_s, pace;
    std::string summary;
};

spdlog::logger make_logger(std::ostream& err) {
    spdlog::logger logger("ddc-gateway",
                          std::make_shared<spdlog::sinks::ostream_sink_mt>(err, true));
    logger.set_pattern("%n: %v");
    return logger;
}

/// A configuration with every file it names, or nothing and the reason on the log.
std::optional<RunConfig> load(const std::string& file, spdlog::logger& logger) {
    try {
        RunConfig config = load_run_config(file);
        for (const ProgramConfig& program : config.programs)
            for (const std::string& warning : program.vehicle.warnings) logger.warn(warning);
        return config;
    } catch (const std::exception& error) {  // ConfigError, ParameterError, RouteError
        logger.error(error.what());
        return std::nullopt;
    }
}

/// One program's summary is an object; those of a list are an object with a list.
nlohmann::ordered_json to_json(const std::vector<ProgramResult>& results, bool is_list) {
    auto list = nlohmann::ordered_json::array();
    for (const ProgramResult& result : results)
        list.push_back(result.summary ? to_json(*result.summary)
                                      : nlohmann::ordered_json{{"name", result.name},
                                                               {"exit_reason", "not_started"},
                                                               {"error", result.error}});
    return is_list ? nlohmann::ordered_json{{"programs", list}} : list[0];
}

void write_json(const nlohmann::ordered_json& json, const std::filesystem::path& file) {
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
    std::ofstream out(file);
    out << json.dump(2) << '\n';
    out.close();
    if (!out) throw std::runtime_error(file.string() + ": cannot be written");
}

/// Tells how each program ended. @return the exit code
int report(const std::vector<ProgramResult>& results, bool is_list, std::ostream& out,
           spdlog::logger& logger) {
    int code = done;
    for (const ProgramResult& result : results) {
        const std::string name = is_list ? result.name + ": " : "";
        if (is_list) out << "== " << result.name << '\n';
        if (result.summary) print(*result.summary, out);
        if (!result.error.empty()) logger.error(name + result.error);
        if (!result.summary && result.error.empty())
            logger.info(name + "interrupted while waiting for the program");
        if (!result.summary || !result.error.empty())
            code = failed;
        else if (result.summary->is_degraded() && code == done)
            code = degraded;
    }
    return code;
}

/// What runs have to say leaves through a thread of its own: a loop never waits for a terminal.
std::vector<ProgramResult> run_with_log(const RunConfig& config, RunControl& control,
                                        const spdlog::logger& logger) {
    constexpr std::size_t most_waiting = 256;
    const auto thread = std::make_shared<spdlog::details::thread_pool>(most_waiting, 1);
    const auto messages = std::make_shared<spdlog::async_logger>(
        logger.name(), logger.sinks().begin(), logger.sinks().end(), thread,
        spdlog::async_overflow_policy::overrun_oldest);
    return run_programs(config, control, [&](const std::string& text) { messages->info(text); });
}

int run_config(const Arguments& arguments, std::ostream& out, spdlog::logger& logger,
               RunControl& control) {
    auto config = load(arguments.config, logger);
    if (!config) return bad_input;
    if (arguments.duration_s) config->duration = SimTime(std::llround(*arguments.duration_s * 1e9));
    if (arguments.pace && config->mode == Mode::realtime) {
        logger.error("--pace: is for measured mode; here `realtime: {{time_scale: {}}}` does it",
                     *arguments.pace);
        return bad_input;
    }
    config->pace = arguments.pace.value_or(0);
    try {
        const auto results = run_with_log(*config, control, logger);
        if (!arguments.summary.empty())
            write_json(to_json(results, config->is_list), arguments.summary);
        return report(results, config->is_list, out, logger);
    } catch (const std::exception& error) {  // TableError, a summary that cannot be written
        logger.error(error.what());
        return failed;
    }
}

int validate_config(const std::string& file, std::ostream& out, spdlog::logger& logger) {
    const auto config = load(file, logger);
    if (!config) return bad_input;
    out << file << ": ok";
    for (const ProgramConfig& program : config->programs)
        if (program.route) out << ", route of " << program.route->points().size() << " points";
    out << '\n';
    return done;
}

int replay(const ReplayCommand& command, std::ostream& out, spdlog::logger& logger) {
    try {
        return command.run(out);
    } catch (const std::invalid_argument& error) {  // options or values that do not go together
        logger.error(error.what());
        return bad_input;
    } catch (const plant::ParameterError& error) {
        logger.error(error.what());
        return bad_input;
    } catch (const std::exception& error) {  // a step that failed, a file that cannot be written
        logger.error(error.what());
        return failed;
    }
}

int identify(const IdentifyCommand& command, std::ostream& out, spdlog::logger& logger) {
    try {
        if (command.run(out)) return done;
        logger.warn("the fit explains little of the recording; do not trust its parameters");
        return degraded;
    } catch (const std::invalid_argument& error) {  // a recording that cannot tell
        logger.error(error.what());
        return bad_input;
    } catch (const plant::ParameterError& error) {
        logger.error(error.what());
        return bad_input;
    } catch (const std::exception& error) {  // a file that cannot be written
        logger.error(error.what());
        return failed;
    }
}

int ctl(const CtlCommand& command, std::ostream& out, std::ostream& err, spdlog::logger& logger) {
    try {
        return command.run(out, err);
    } catch (const std::exception& error) {  // nobody listens, or answers
        logger.error(error.what());
        return failed;
    }
}

}  // namespace

int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
        RunControl& control) {
    CLI::App app("Runs a VCG program against a vehicle through the DDC.", "ddc-gateway");
    app.set_version_flag("--version", "ddc-gateway " DDC_VERSION, "Print the version and exit");
    app.require_subcommand(1);
    app.footer(
        "Examples:\n  ddc-gateway validate run.yaml\n"
        "  ddc-gateway run run.yaml --duration 10 --summary out/summary.json\n"
        "  ddc-gateway replay plant/data/scenario/braking.yaml --plot braking.png");
    Arguments given;
    auto* run_command = app.add_subcommand("run", "Run a configuration");
    run_command->add_option("CONFIG", given.config, "The run's YAML file")->required();
    add_number(*run_command, "--duration", given.duration_s, limits::duration_s,
               "Simulated seconds, instead of duration_s");
    add_number(*run_command, "--pace", given.pace, limits::time_scale,
               "Simulated seconds in a second on the clock, in measured mode: 1 to look on while "
               "it drives (default: as fast as it goes)");
    run_command->add_option("--summary", given.summary, "Write the summary as JSON to this file");
    run_command->footer(
        "Example:\n  ddc-gateway run run.yaml --duration 10 --summary summary.json");
    auto* validate_command =
        app.add_subcommand("validate", "Check a configuration and every file it names");
    validate_command->add_option("CONFIG", given.config, "The run's YAML file")->required();
    validate_command->footer("Example:\n  ddc-gateway validate run.yaml");
    const ReplayCommand replay_command(app);
    const IdentifyCommand identify_command(app);
    const CtlCommand ctl_command(app);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error, out, err);  // --help, --version
        err << ddc::command::explain(app, error) << '\n';
        return bad_input;
    }
    spdlog::logger logger = make_logger(err);
    if (ctl_command.is_given()) return ctl(ctl_command, out, err, logger);
    if (replay_command.is_given()) return replay(replay_command, out, logger);
    if (identify_command.is_given()) return identify(identify_command, out, logger);
    return run_command->parsed() ? run_config(given, out, logger, control)
                                 : validate_config(given.config, out, logger);
}

}  // namespace gateway
