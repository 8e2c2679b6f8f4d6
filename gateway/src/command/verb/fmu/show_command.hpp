// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway fmu show`: prints what an FMU contains, and which rules of the standard it
/// violates.
class FmuShowCommand {
  public:
    /// Adds the verb after `fmu`.
    explicit FmuShowCommand(ddc::command::Verb& fmu);
    ~FmuShowCommand();

    bool is_given() const;
    /// @return the exit code: not_met if the importer would refuse the FMU
    /// @throws std::runtime_error, plant::FileError for a file that cannot be read
    int run(std::ostream& out) const;

  private:
    struct Arguments;

    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
};

}  // namespace gateway
