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

    /// True if the arguments named it.
    bool is_given() const;

    /// What is asked of the run. @throws std::invalid_argument for a VALUE that does not go with it
    RunRequest request() const;
    /// @return the exit code
    /// @throws std::invalid_argument, std::runtime_error if no run answers
    int run(std::ostream& out, std::ostream& err) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
