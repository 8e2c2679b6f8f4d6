// SPDX-License-Identifier: MIT
#pragma once

#include "control/request.hpp"

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway ctl`: pauses, steps, resumes, stops and scales a run in another process.
class CtlCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit CtlCommand(ddc::command::CommandLine& line);
    ~CtlCommand();

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// The request from the arguments. @throws std::invalid_argument for an invalid VALUE
    RunRequest request() const;
    /// @return the exit code
    /// @throws std::invalid_argument for an invalid VALUE, std::runtime_error if no run replies
    int run(std::ostream& out, std::ostream& err) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
