// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <memory>

namespace CLI {
class App;
}

namespace gateway {

/// `ddc-gateway replay`: runs a scenario file or a table of actuation commands through a vehicle
/// model, without a program or a DDC.
class ReplayCommand {
  public:
    /// Adds the subcommand to `app`.
    explicit ReplayCommand(CLI::App& app);
    ~ReplayCommand();

    /// True if the arguments named it.
    bool is_given() const;

    /// Prints what the manoeuvre showed. @return the exit code
    /// @throws plant::FileError, std::invalid_argument for files and options that cannot be
    /// used, std::runtime_error for a vehicle that failed, an output that cannot be written
    int run(std::ostream& out) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    CLI::App* command_;
};

}  // namespace gateway
