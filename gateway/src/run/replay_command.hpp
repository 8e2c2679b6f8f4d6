// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <memory>

namespace CLI {
class App;
}

namespace gateway {

/// `ddc-gateway replay`: runs a scenario file through a vehicle model, without a program or a DDC.
class ReplayCommand {
  public:
    /// Adds the subcommand to `app`.
    explicit ReplayCommand(CLI::App& app);
    ~ReplayCommand();

    /// True if the arguments named it.
    bool is_given() const;

    /// Prints what the manoeuvre showed. @return the exit code
    /// @throws plant::ParameterError, std::exception for files that cannot be used
    int run(std::ostream& out) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    CLI::App* command_;
};

}  // namespace gateway
