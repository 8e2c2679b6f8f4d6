// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway check`: checks whether a trace meets requirements.
class CheckCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit CheckCommand(ddc::command::CommandLine& line);
    ~CheckCommand();

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// @param log receives notes about the part of a recording that is not used
    /// @return the exit code: 4 if a requirement is not met, 1 if one could not be evaluated
    /// @throws std::invalid_argument for invalid files, std::runtime_error for a report or picture
    /// that cannot be written
    int run(std::ostream& out, const Log& log) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
