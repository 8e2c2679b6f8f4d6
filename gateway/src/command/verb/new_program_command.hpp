// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <string>

namespace gateway {

/// `ddc-gateway new-program`: creates a project with a new program.
class NewProgramCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit NewProgramCommand(ddc::command::CommandLine& line);

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// Creates a folder in the working directory and prints the next commands.
    /// @return the exit code
    /// @throws std::invalid_argument for an invalid name, std::exception if something cannot be
    /// written
    int run(std::ostream& out) const;

  private:
    std::string name_, language_;
    ddc::command::Verb command_;
};

}  // namespace gateway
