// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway report`: a page about one run.
class ReportCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit ReportCommand(ddc::command::CommandLine& line);
    ~ReportCommand();

    /// True if the arguments named it.
    bool is_given() const;

    /// Prints where the page is.
    /// @param log receives what is not shown
    /// @return the exit code
    /// @throws std::invalid_argument for files that make no sense, std::runtime_error for a page
    /// that cannot be written
    int run(std::ostream& out, const Log& log) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
