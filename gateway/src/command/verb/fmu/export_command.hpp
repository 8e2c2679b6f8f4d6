// SPDX-License-Identifier: MIT
#pragma once

#include "program_export_options.hpp"
#include "vehicle_export_options.hpp"

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>

namespace gateway {

/// `ddc-gateway fmu export`: writes an FMU.
class FmuExportCommand {
  public:
    /// Adds the verb after `fmu`.
    explicit FmuExportCommand(ddc::command::Verb& fmu);
    ~FmuExportCommand();

    bool is_given() const;
    /// @return the exit code
    /// @throws std::invalid_argument for invalid options and files, std::runtime_error if the FMU
    /// cannot be written
    int run(std::ostream& out) const;

  private:
    struct Arguments;

    std::unique_ptr<Arguments> given_;
    ddc::command::Verb command_;
    VehicleExportOptions vehicle_;
    ProgramExportOptions program_;
};

}  // namespace gateway
