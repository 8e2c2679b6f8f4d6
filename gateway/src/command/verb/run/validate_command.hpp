// SPDX-License-Identifier: MIT
#pragma once

#include "run_extras.hpp"

#include <ddc/command/command_line.hpp>

#include <spdlog/logger.h>

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// `ddc-gateway validate`: checks a configuration and every file it names.
class ValidateCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit ValidateCommand(ddc::command::CommandLine& line);

    bool is_given() const;
    /// @param extras null if this executable has none
    /// @return the exit code; nothing if `extras` are required and null: then nothing was done
    std::optional<int> run(std::ostream& out, spdlog::logger& logger,
                           const RunExtras* extras) const;

  private:
    std::string file_;
    std::vector<std::string> set_;
    ddc::command::Verb command_;
};

}  // namespace gateway
