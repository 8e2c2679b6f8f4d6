// SPDX-License-Identifier: MIT
#include "validate_command.hpp"

#include "line/gateway_line.hpp"
#include "line/set_option.hpp"
#include "load_config.hpp"

#include <gateway/base/exit_code.hpp>

#include <spdlog/spdlog.h>

#include <ostream>

namespace gateway {

ValidateCommand::ValidateCommand(ddc::command::CommandLine& line)
    : command_(add_known_verb(line, "validate")) {
    command_.add_file("CONFIG", file_, "The run's YAML file").required();
    add_set_option(command_, set_, "vehicle.parameters.mass_kg=1400");
    command_.set_footer("Example:\n  ddc-gateway validate run.yaml");
}

bool ValidateCommand::is_given() const {
    return command_.is_given();
}

std::optional<int> ValidateCommand::run(std::ostream& out, spdlog::logger& logger,
                                        const RunExtras* extras) const {
    if (extras == nullptr && !set_.empty()) return std::nullopt;
    const auto loaded = load_config(file_, settings_of(set_), extras, logger);
    if (!loaded) return exit_code::bad_input;
    const RunConfig& config = loaded->config;
    log_warnings(config, logger);
    if (!are_fmus_usable(config, logger)) return exit_code::bad_input;
    for (const ProgramConfig& program : config.programs)
        for (const std::string& guess : program.options.ports.guesses) logger.warn(guess);
    out << file_ << ": ok";
    for (const ProgramConfig& program : config.programs)
        if (program.route) out << ", route of " << program.route->points().size() << " points";
    out << '\n';
    return exit_code::done;
}

}  // namespace gateway
