// SPDX-License-Identifier: MIT
#include "load_config.hpp"

#include "../config/load_run_config.hpp"
#include "../output/log_error.hpp"

#include <spdlog/spdlog.h>

#include <exception>

namespace gateway {

std::optional<RunConfig> load_config(const std::string& file, spdlog::logger& logger) {
    try {
        return load_run_config(file);
    } catch (const std::exception& error) {  // FileError, invalid_argument
        log_error(logger, error);
        return std::nullopt;
    }
}

void log_warnings(const RunConfig& config, spdlog::logger& logger) {
    for (const ProgramConfig& program : config.programs)
        for (const auto* warnings :
             {&program.vehicle.warnings, &program.options.ports.notes, &program.warnings})
            for (const std::string& warning : *warnings) logger.warn(warning);
}

}  // namespace gateway
