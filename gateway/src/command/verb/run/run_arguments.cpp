// SPDX-License-Identifier: MIT
#include "run_arguments.hpp"

#include "run_picture.hpp"

#include "config/common/named_files.hpp"
#include "output/free_name.hpp"
#include "requirement/requirement.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gateway {
namespace {

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

void take_output_names(RunConfig& config) {
    for (ProgramConfig& program : config.programs) {
        if (program.trace) program.trace = output_name(*program.trace);
        if (program.record) program.record = output_name(*program.record);
    }
}

}  // namespace

std::string misfit(const RunArguments& arguments, const RunConfig& config) {
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
                    [](const auto& p) { return p.ros2 && p.ros2->takes_commands(); });
    if (has_ros2_commands && config.mode == Mode::measured && !arguments.pace)
        return "ros2: its commands need a run that keeps the pace of the clock; add --pace 1";
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

}  // namespace gateway
