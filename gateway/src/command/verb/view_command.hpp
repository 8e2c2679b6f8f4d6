// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway view`: shows a recording to Foxglove and PlotJuggler.
class ViewCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit ViewCommand(ddc::command::CommandLine& line);
    ~ViewCommand();

    bool is_given() const;
    /// Serves until it is stopped. @return the exit code: 3 if some of the recording is damaged
    /// @throws std::invalid_argument for a file that is no whole recording, std::runtime_error for
    /// a port in use
    int run(std::ostream& out, std::ostream& err, const RunControl& control) const;

  private:
    struct Arguments;

    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
