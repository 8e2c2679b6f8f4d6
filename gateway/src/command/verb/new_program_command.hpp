// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <string>

namespace gateway {

/// `ddc-gateway new-program`: a whole little project to begin a program with.
class NewProgramCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit NewProgramCommand(ddc::command::CommandLine& line);

    /// True if the arguments named it.
    bool is_given() const;

    /// Makes a folder in the working directory and says what to type next.
    /// @return the exit code
    /// @throws std::invalid_argument for a name that cannot be used, std::exception if something
    /// cannot be written
    int run(std::ostream& out) const;

  private:
    std::string name_, language_;
    ddc::command::Verb command_;
};

}  // namespace gateway
