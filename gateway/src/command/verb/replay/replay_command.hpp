// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway replay`: runs a scenario file or a table of actuation commands through a vehicle
/// model, without a program or a DDC.
class ReplayCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit ReplayCommand(ddc::command::CommandLine& line);
    ~ReplayCommand();

    /// True if the arguments named it.
    bool is_given() const;

    /// Prints what the manoeuvre showed.
    /// @param log told what the files leave open
    /// @return the exit code
    /// @throws plant::FileError, std::invalid_argument for files and options that cannot be
    /// used, std::runtime_error for a vehicle that failed, an output that cannot be written
    int run(std::ostream& out, const Log& log) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
