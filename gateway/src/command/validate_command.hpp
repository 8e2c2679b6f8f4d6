// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

#include <spdlog/logger.h>

#include <iosfwd>
#include <string>

namespace gateway {

/// `ddc-gateway validate`: checks a configuration and every file it names.
class ValidateCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit ValidateCommand(ddc::command::CommandLine& line);

    bool is_given() const;
    /// @return the exit code
    int run(std::ostream& out, spdlog::logger& logger) const;

  private:
    std::string file_;
    ddc::command::Verb command_;
};

}  // namespace gateway
