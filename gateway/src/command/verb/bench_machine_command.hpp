// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway bench-machine`: measures which period this machine holds, and reads what decides
/// it.
class BenchMachineCommand {
  public:
    /// Adds the subcommand to `line`.
    explicit BenchMachineCommand(ddc::command::CommandLine& line);
    ~BenchMachineCommand();

    /// Whether the arguments contain this command.
    bool is_given() const;

    /// Measures and prints the results.
    /// @param log receives the expected duration, and whether it was interrupted
    /// @param control ends it early; the results until then are printed
    /// @return the exit code
    /// @throws plant::FileError, std::invalid_argument for invalid files and options,
    /// std::runtime_error if it cannot measure or a file cannot be written
    int run(std::ostream& out, std::ostream& err, const Log& log, const RunControl& control) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
