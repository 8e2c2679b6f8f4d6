// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway safety`: what the rules of the vehicle interface do to recorded commands.
class SafetyCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit SafetyCommand(ddc::command::CommandLine& line);
    ~SafetyCommand();

    /// True if the arguments named it.
    bool is_given() const;

    /// Answers each line of `in` with one on `out`, at once. @return the exit code
    /// @throws plant::FileError, std::invalid_argument for a configuration or a line that cannot be
    /// used; what was answered before stays
    int run(std::istream& in, std::ostream& out) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
