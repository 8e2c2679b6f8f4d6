// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <memory>

namespace CLI {
class App;
}

namespace gateway {

/// `ddc-gateway identify`: finds parameters of the actuation models in a recorded drive.
class IdentifyCommand {
  public:
    /// Adds the subcommand to `app`.
    explicit IdentifyCommand(CLI::App& app);
    ~IdentifyCommand();

    /// True if the arguments named it.
    bool is_given() const;

    /// Prints the parameters as YAML, or writes them to the file asked for.
    /// @return false if the fit explains little of the recording
    /// @throws plant::FileError for files that cannot be used, std::invalid_argument for a
    /// recording that cannot tell, std::runtime_error for an output that cannot be written
    bool run(std::ostream& out) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    CLI::App* command_;
};

}  // namespace gateway
