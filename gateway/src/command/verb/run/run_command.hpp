// SPDX-License-Identifier: MIT
#pragma once

#include "load_config.hpp"
#include "run_extras.hpp"

#include <gateway/base/run_control.hpp>
#include "assembly/run_config.hpp"

#include <ddc/command/command_line.hpp>

#include <spdlog/logger.h>

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// The arguments of `ddc-gateway run`.
struct RunArguments {
    std::string config;
    std::optional<double> duration_s, pace;
    std::string summary, junit, plot;
    std::vector<std::string> set;  ///< texts of `--set`
    bool is_paused = false, is_repeatable = false, is_strict = false, profiles = false;
    bool is_quiet = false, is_verbose = false;
    std::optional<std::uint64_t> seed;
    std::optional<std::uint16_t> data_port;
    std::optional<int> announce;  ///< a descriptor
};

/// Why the arguments do not fit the configuration, or empty.
std::string misfit(const RunArguments& arguments, const RunConfig& config);

/// Overrides values of the configuration by the arguments.
void apply(const RunArguments& arguments, RunConfig& config);

/// `ddc-gateway run`: runs a configuration.
class RunCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit RunCommand(ddc::command::CommandLine& line);

    bool is_given() const;
    /// @param err receives the log, and progress lines if it is a terminal
    /// @param control stops, pauses or scales the run
    /// @param extras null if this executable has none
    /// @return the exit code; nothing if the run needs `extras` and they are null: then nothing was
    /// done
    std::optional<int> run(std::ostream& out, std::ostream& err, spdlog::logger& logger,
                           RunControl& control, const RunExtras* extras) const;

  private:
    int run_config(LoadedRun& run, std::ostream& out, std::ostream& err, spdlog::logger& logger,
                   RunControl& control, const RunExtras* extras) const;

    RunArguments given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
