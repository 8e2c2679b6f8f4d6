// SPDX-License-Identifier: MIT
#include "run_command.hpp"

#include "gateway_line.hpp"
#include "load_config.hpp"
#include "plot_option.hpp"
#include "run_results.hpp"

#include <gateway/exit_code.hpp>
#include <gateway/run_streams.hpp>
#include "../number/number_option.hpp"
#include "../output/log_error.hpp"
#include "../service/service.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace gateway {
namespace {

using namespace exit_code;

/// Whether a run writes, shows or is driven by what RunExtras alone has.
bool needs_extras(const RunConfig& config, const RunArguments& arguments) {
    return config.data_port || arguments.data_port || !arguments.plot.empty() ||
           std::any_of(config.programs.begin(), config.programs.end(),
                       [](const ProgramConfig& p) { return p.ros2 || p.record; });
}

void begin_paused(const RunConfig& config, RunControl& control, spdlog::logger& logger) {
    control.begin_pause();
    logger.info(
        "paused before the first cycle; ddc-gateway ctl step --ddc {0} takes it, ddc-gateway ctl "
        "resume --ddc {0} goes on",
        config.table_name);
}

/// What the recordings keep, if there are any.
std::vector<AttachedFile> kept_files(const RunFiles& files, const std::string& config,
                                     const RunExtras* extras, const Log& log) {
    const bool is_recorded = std::any_of(files.recordings.begin(), files.recordings.end(),
                                         [](const auto& file) { return file != nullptr; });
    return is_recorded ? extras->files_to_attach(config, log) : std::vector<AttachedFile>{};
}

/// @param file may be empty @return false if it is lost
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

RunCommand::RunCommand(ddc::command::CommandLine& line) : command_(add_known_verb(line, "run")) {
    command_.add_file("CONFIG", given_.config, "The run's YAML file").required();
    add_number(command_, "--duration", given_.duration_s, limits::duration_s,
               "Simulated seconds, instead of duration_s");
    add_number(command_, "--pace", given_.pace, limits::time_scale,
               "Simulated seconds in a second on the clock, in measured mode: 1 to look on while "
               "it drives (default: as fast as it goes)");
    command_
        .add_parsed_option(
            "--seed",
            [this](const std::string& text) {
                return plant::read_count(text, given_.seed.emplace());
            },
            "What noise and losses follow from, instead of seed")
        .kind("NUMBER");
    command_.add_flag("--repeatable", given_.is_repeatable,
                      "Take the execution time of each cycle as constant, so that a measured "
                      "run repeats to the bit");
    command_.add_flag("--paused", given_.is_paused,
                      "Stop before the first cycle, in measured mode; see ddc-gateway ctl");
    command_.add_flag("--strict", given_.is_strict,
                      "End with exit code 3 if a safety rule that is enforced has acted");
    command_.add_flag("--profile", given_.profiles,
                      "Tell at the end where the time of the loop has gone, phase by phase");
    add_number(command_, "--data-port", given_.data_port, limits::own_port,
               "Serve HTTP at this port of 127.0.0.1, or of data_port.bind: what there is to see "
               "of the run, and how to steer it; 0: any that is free");
    command_.add_file("--summary", given_.summary, "Write the summary as JSON to this file");
    command_.add_file("--junit", given_.junit,
                      "Write what came of the requirements to this file, for continuous "
                      "integration (XML)");
    add_plot_option(command_, given_.plot,
                    "Draw what each requirement compares over time, and the moment that decided; "
                    "without requirements path, speed and distance from the route; needs a trace "
                    "or a recording");
    command_.set_footer(
        "Examples:\n  ddc-gateway run run.yaml --duration 10 --summary summary.json\n"
        "  ddc-gateway run run.yaml --plot run.png");
}

bool RunCommand::is_given() const {
    return command_.is_given();
}

std::optional<int> RunCommand::run(std::ostream& out, spdlog::logger& logger, RunControl& control,
                                   const RunExtras* extras) const {
    auto config = load_config(given_.config, logger);
    if (!config) return bad_input;
    if (extras == nullptr && needs_extras(*config, given_)) return std::nullopt;
    log_warnings(*config, logger);
    if (given_.duration_s) config->duration = SimTime(std::llround(*given_.duration_s * 1e9));
    if (const std::string problem = misfit(given_, *config); !problem.empty()) {
        logger.error(problem);
        return bad_input;
    }
    apply(given_, *config);
    if (given_.is_paused) begin_paused(*config, control, logger);
    try {
        return run_config(*config, out, logger, control, extras);
    } catch (const std::exception& error) {  // TableError, an output that cannot be written
        logger.error(error.what());
        return failed;
    }
}

int RunCommand::run_config(RunConfig& config, std::ostream& out, spdlog::logger& logger,
                           RunControl& control, const RunExtras* extras) const {
    Service service([&](const std::string& text) { logger.error(text); });
    const Log own_log = [&](const std::string& text) {
        logger.info(text);
        service.status(text);
    };
    const RunFiles files = open_files(config, given_.summary, given_.junit, logger);
    const auto outlets =
        extras ? extras->open_outlets(config, given_.config, logger, own_log) : nullptr;
    const Log& log = outlets ? outlets->log() : own_log;
    const auto results = run_programs(config, files.traces, control, log,
                                      {outlets ? outlets->onlookers() : std::vector<Onlooker*>{},
                                       nullptr, [&] { service.ready(); }, files.recordings,
                                       kept_files(files, given_.config, extras, log)});
    service.ending(control);
    const bool has_texts = write_results(files, config, results, logger);
    const bool has_files = draw(given_.plot, config, results, extras, logger) && has_texts;
    limit_wait(out);
    const int code = report(results, config.is_list, given_.is_strict, out, logger);
    const bool has_results = has_files && out.flush();
    return code == done && !has_results ? degraded : code;
}

}  // namespace gateway
