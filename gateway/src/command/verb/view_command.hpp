// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway view`: serves a recording to Foxglove and PlotJuggler, or prints a layout for it.
class ViewCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit ViewCommand(ddc::command::CommandLine& line);
    ~ViewCommand();

    bool is_given() const;
    /// Serves until `control.stop`, or prints a layout and returns. @return the exit code: 3 if a
    /// part of the recording is damaged
    /// @throws std::invalid_argument for a file that is not a complete recording,
    /// std::runtime_error for a port in use
    int run(std::ostream& out, std::ostream& err, const RunControl& control) const;

  private:
    struct Arguments;

    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
