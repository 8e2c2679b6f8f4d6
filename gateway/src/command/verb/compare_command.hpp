// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway compare`: reports the differences of two traces or two summaries.
class CompareCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit CompareCommand(ddc::command::CommandLine& line);
    ~CompareCommand();

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// @param err receives progress lines if it is a terminal
    /// @param log receives notes about the part of a recording that is not compared
    /// @return the exit code: 1 if a difference exceeds its tolerance
    /// @throws std::invalid_argument for invalid files and options, std::runtime_error for a
    /// picture that cannot be drawn
    int run(std::ostream& out, std::ostream& err, const Log& log) const;

  private:
    int compare_bands(std::ostream& out, const Log& log) const;

    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
