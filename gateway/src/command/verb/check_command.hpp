// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway check`: whether a trace meets requirements.
class CheckCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit CheckCommand(ddc::command::CommandLine& line);
    ~CheckCommand();

    /// True if the arguments named it.
    bool is_given() const;

    /// @return the exit code: 4 if a requirement failed, 1 if one could not be judged
    /// @throws std::invalid_argument for files that make no sense, std::runtime_error for a report
    /// or picture that cannot be made
    /// @param log told what a recording has that is not judged
    int run(std::ostream& out, const Log& log) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
