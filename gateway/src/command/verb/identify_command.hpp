// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway identify`: fits the parameters of an actuation model to a recorded drive.
class IdentifyCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit IdentifyCommand(ddc::command::CommandLine& line);
    ~IdentifyCommand();

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// Prints the parameters as YAML, or writes them to the file of --output.
    /// @return false if the fit explains little of the recording
    /// @throws plant::FileError for invalid files, std::invalid_argument for a recording that does
    /// not determine the parameters, std::runtime_error for an output that cannot be written
    bool run(std::ostream& out) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
