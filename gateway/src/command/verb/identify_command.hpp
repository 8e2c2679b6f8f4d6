// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway identify`: finds parameters of the actuation models in a recorded drive.
class IdentifyCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit IdentifyCommand(ddc::command::CommandLine& line);
    ~IdentifyCommand();

    /// True if the arguments named it.
    bool is_given() const;

    /// Prints the parameters as YAML, or writes them to the file asked for.
    /// @return false if the fit explains little of the recording
    /// @throws plant::FileError for files that cannot be used, std::invalid_argument for a
    /// recording that cannot tell, std::runtime_error for an output that cannot be written
    bool run(std::ostream& out) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
