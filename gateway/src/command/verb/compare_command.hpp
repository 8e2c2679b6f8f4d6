// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway compare`: what two traces or two summaries differ in.
class CompareCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit CompareCommand(ddc::command::CommandLine& line);
    ~CompareCommand();

    /// True if the arguments named it.
    bool is_given() const;

    /// @return the exit code: 1 beyond a tolerance
    /// @throws std::invalid_argument for files and options that make no sense, std::runtime_error
    /// for a picture that cannot be drawn
    /// @param err told how far it is @param log told what a recording has that is not compared
    int run(std::ostream& out, std::ostream& err, const Log& log) const;

  private:
    int compare_bands(std::ostream& out, const Log& log) const;

    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
