// SPDX-License-Identifier: MIT
#include <gateway/run.hpp>

#include "../config/config_reader.hpp"
#include "measured_run.hpp"

#include <plant/parameter_error.hpp>

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <CLI/CLI.hpp>

#include <cmath>
#include <optional>
#include <ostream>

namespace gateway {
namespace {

constexpr int done = 0, failed = 1, bad_input = 2;

struct Arguments {
    std::string config;
    double duration_s = 0;
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
        return load_run_config(file);
    } catch (const std::exception& error) {  // ConfigError, ParameterError, RouteError
        logger.error(error.what());
        return std::nullopt;
    }
}

int run_config(const Arguments& arguments, std::ostream& out, spdlog::logger& logger,
               const std::atomic<bool>& stop) {
    auto config = load(arguments.config, logger);
    if (!config) return bad_input;
    if (arguments.duration_s > 0)
        config->duration = SimTime(std::llround(arguments.duration_s * 1e9));
    try {
        const RunResult result =
            run_measured(*config, stop, [&](const std::string& text) { logger.info(text); });
        if (!result.started) {
            logger.info("interrupted while waiting for the program");
            return failed;
        }
        print(result.summary, out);
        if (!arguments.summary.empty()) write_json(result.summary, arguments.summary);
        if (!result.error.empty()) logger.error(result.error);
        return result.error.empty() ? done : failed;
    } catch (const std::exception& error) {  // ProgramError, TableError, files that fail
        logger.error(error.what());
        return failed;
    }
}

int validate_config(const std::string& file, std::ostream& out, spdlog::logger& logger) {
    const auto config = load(file, logger);
    if (!config) return bad_input;
    out << file << ": ok";
    if (config->route) out << ", route of " << config->route->points().size() << " points";
    out << '\n';
    return done;
}

}  // namespace

int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err,
        const std::atomic<bool>& stop) {
    CLI::App app("Runs a VCG program against a vehicle through the DDC.", "ddc-gateway");
    app.require_subcommand(1);
    app.footer(
        "Examples:\n  ddc-gateway validate run.yaml\n"
        "  ddc-gateway run run.yaml --duration 10 --summary out/summary.json");
    Arguments given;
    auto* run_command = app.add_subcommand("run", "Run a configuration");
    run_command->add_option("CONFIG", given.config, "The run's YAML file")->required();
    run_command
        ->add_option("--duration", given.duration_s, "Simulated seconds, instead of duration_s")
        ->check(CLI::PositiveNumber);
    run_command->add_option("--summary", given.summary, "Write the summary as JSON to this file");
    run_command->footer(
        "Example:\n  ddc-gateway run run.yaml --duration 10 --summary summary.json");
    auto* validate_command =
        app.add_subcommand("validate", "Check a configuration and every file it names");
    validate_command->add_option("CONFIG", given.config, "The run's YAML file")->required();
    validate_command->footer("Example:\n  ddc-gateway validate run.yaml");
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error, out, err);
        return code == 0 ? done : bad_input;
    }
    spdlog::logger logger = make_logger(err);
    return run_command->parsed() ? run_config(given, out, logger, stop)
                                 : validate_config(given.config, out, logger);
}

}  // namespace gateway
