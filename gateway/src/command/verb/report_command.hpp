// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway report`: writes a page about one run.
class ReportCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit ReportCommand(ddc::command::CommandLine& line);
    ~ReportCommand();

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// Writes the page and prints its name.
    /// @param log receives notes about data that the page does not show
    /// @return the exit code
    /// @throws std::invalid_argument for invalid files, std::runtime_error for a page that cannot
    /// be written
    int run(std::ostream& out, const Log& log) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
