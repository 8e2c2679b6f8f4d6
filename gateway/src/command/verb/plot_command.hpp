// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway plot`: draws a picture of traces and recordings.
class PlotCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit PlotCommand(ddc::command::CommandLine& line);
    ~PlotCommand();

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// Draws the picture and prints its name.
    /// @param log receives notes about values that are not drawn
    /// @return the exit code
    /// @throws std::invalid_argument for invalid files and options, std::runtime_error for a
    /// picture that cannot be drawn
    int run(std::ostream& out, const Log& log) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
