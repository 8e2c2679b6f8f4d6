// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway studio`: serves the web page without a run; the page starts runs.
class StudioCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit StudioCommand(ddc::command::CommandLine& line);
    ~StudioCommand();

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// Serves until `control.stop`. @return the exit code
    /// @throws std::invalid_argument for a folder that does not exist, std::runtime_error for a
    /// port in use
    int run(std::ostream& out, std::ostream& err, const RunControl& control) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
