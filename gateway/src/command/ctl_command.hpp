// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <memory>

namespace CLI {
class App;
}

namespace gateway {

/// `ddc-gateway ctl`: pauses, resumes, stops and scales a realtime run in another process.
class CtlCommand {
  public:
    /// Adds the subcommand to `app`.
    explicit CtlCommand(CLI::App& app);
    ~CtlCommand();

    /// True if the arguments named it.
    bool is_given() const;

    /// @return the exit code
    /// @throws std::runtime_error if no run answers
    int run(std::ostream& out, std::ostream& err) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    CLI::App* command_;
};

}  // namespace gateway
