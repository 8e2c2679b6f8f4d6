// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>
#include "load_config.hpp"
#include "run_arguments.hpp"
#include "run_extras.hpp"

#include <ddc/command/command_line.hpp>

#include <spdlog/logger.h>

#include <iosfwd>
#include <optional>

namespace gateway {

/// `ddc-gateway run`: runs a configuration.
class RunCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit RunCommand(ddc::command::CommandLine& line);

    bool is_given() const;
    /// @param err where the run logs, and on a terminal shows its progress
    /// @param control ends, pauses or scales the run
    /// @param extras null where they are not at hand
    /// @return the exit code; nothing if the run needs `extras` and has none: then nothing was done
    std::optional<int> run(std::ostream& out, std::ostream& err, spdlog::logger& logger,
                           RunControl& control, const RunExtras* extras) const;

  private:
    int run_config(LoadedRun& run, std::ostream& out, std::ostream& err, spdlog::logger& logger,
                   RunControl& control, const RunExtras* extras) const;

    RunArguments given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
