// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway safety`: applies the rules of the vehicle interface to commands from standard
/// input.
class SafetyCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit SafetyCommand(ddc::command::CommandLine& line);
    ~SafetyCommand();

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// Replies to each line of `in` with one line on `out`, at once.
    /// @return the exit code
    /// @throws plant::FileError, std::invalid_argument for an invalid configuration or line, after
    /// the replies to earlier lines
    int run(std::istream& in, std::ostream& out) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
