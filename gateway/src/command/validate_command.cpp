// SPDX-License-Identifier: MIT
#include "validate_command.hpp"

#include "gateway_line.hpp"
#include "load_config.hpp"

#include <gateway/exit_code.hpp>

#include <spdlog/spdlog.h>

#include <ostream>

namespace gateway {

ValidateCommand::ValidateCommand(ddc::command::CommandLine& line)
    : command_(add_known_verb(line, "validate")) {
    command_.add_file("CONFIG", file_, "The run's YAML file").required();
    command_.set_footer("Example:\n  ddc-gateway validate run.yaml");
}

bool ValidateCommand::is_given() const {
    return command_.is_given();
}

int ValidateCommand::run(std::ostream& out, spdlog::logger& logger) const {
    const auto config = load_config(file_, logger);
    if (!config) return exit_code::bad_input;
    log_warnings(*config, logger);
    for (const ProgramConfig& program : config->programs)
        for (const std::string& guess : program.options.ports.guesses) logger.warn(guess);
    out << file_ << ": ok";
    for (const ProgramConfig& program : config->programs)
        if (program.route) out << ", route of " << program.route->points().size() << " points";
    out << '\n';
    return exit_code::done;
}

}  // namespace gateway
