// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway replay`: applies a scenario or a table of actuation commands to a vehicle model,
/// without a program or a DDC.
class ReplayCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit ReplayCommand(ddc::command::CommandLine& line);
    ~ReplayCommand();

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// Prints the results of the manoeuvre.
    /// @param log receives notes about values that the files do not define
    /// @return the exit code
    /// @throws plant::FileError, std::invalid_argument for invalid files and options,
    /// std::runtime_error for a vehicle that failed or an output that cannot be written
    int run(std::ostream& out, const Log& log) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
