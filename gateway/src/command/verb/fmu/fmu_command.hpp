// SPDX-License-Identifier: MIT
#pragma once

#include "export_command.hpp"
#include "show_command.hpp"

#include <ddc/command/command_line.hpp>

#include <iosfwd>

namespace gateway {

/// `ddc-gateway fmu`: the verbs for FMUs.
class FmuCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit FmuCommand(ddc::command::CommandLine& line);

    bool is_given() const;
    /// @return the exit code
    /// @throws std::invalid_argument without one of the verbs, and as these do
    int run(std::ostream& out) const;

  private:
    ddc::command::Verb command_;
    FmuShowCommand show_;
    FmuExportCommand export_;
};

}  // namespace gateway
