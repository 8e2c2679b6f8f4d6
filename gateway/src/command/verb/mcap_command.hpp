// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

class StatusLine;

/// `ddc-gateway mcap`: inspects recordings, and repairs those that were not closed.
class McapCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit McapCommand(ddc::command::CommandLine& line);
    ~McapCommand();

    bool is_given() const;
    /// @return the exit code
    /// @throws std::invalid_argument for a file that is not a recording, std::runtime_error for an
    /// output that cannot be written
    int run(std::ostream& out, std::ostream& err) const;

  private:
    struct Arguments;

    int info(std::ostream& out, StatusLine& status) const;
    int repair(std::ostream& out, StatusLine& status) const;

    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_, info_, repair_;
};

}  // namespace gateway
