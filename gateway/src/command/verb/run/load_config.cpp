// SPDX-License-Identifier: MIT
#include "load_config.hpp"

#include "config/load_run_config.hpp"
#include "fmu/fmu_host.hpp"
#include "output/log_error.hpp"

#include <spdlog/spdlog.h>

#include <exception>
#include <utility>

namespace gateway {

std::optional<LoadedRun> load_config(const std::string& file, const std::vector<Setting>& settings,
                                     const RunExtras* extras, spdlog::logger& logger) {
    try {
        LoadedRun run{load_run_config(file), file, nullptr};  // reports errors of the file itself
        if (settings.empty()) return run;
        run.copy = extras->change(file, settings);
        run.config = std::move(run.copy->config());
        run.file = run.copy->file();
        return run;
    } catch (const std::exception& error) {  // FileError, invalid_argument, runtime_error
        log_error(logger, error);
        return std::nullopt;
    }
}

bool are_fmus_usable(const RunConfig& config, spdlog::logger& logger) {
    try {
        for (const ProgramConfig& program : config.programs) {
            const VehicleConfig& vehicle = program.vehicle;
            if (!vehicle.fmu || program.vehicle_of) continue;
            for (const std::string& warning : check_fmu(*vehicle.fmu, vehicle.step))
                logger.warn("{}: {}", name_of(vehicle), warning);
        }
        return true;
    } catch (const std::exception& error) {  // FileError, runtime_error
        log_error(logger, error);
        return false;
    }
}

void log_warnings(const RunConfig& config, spdlog::logger& logger) {
    for (const ProgramConfig& program : config.programs)
        for (const auto* warnings :
             {&program.vehicle.warnings, &program.options.ports.notes, &program.warnings})
            for (const std::string& warning : *warnings) logger.warn(warning);
}

}  // namespace gateway
