// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway ctl`: pauses, resumes, stops and scales a realtime run in another process.
class CtlCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit CtlCommand(ddc::command::CommandLine& line);
    ~CtlCommand();

    /// True if the arguments named it.
    bool is_given() const;

    /// @return the exit code
    /// @throws std::runtime_error if no run answers
    int run(std::ostream& out, std::ostream& err) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
