// SPDX-License-Identifier: MIT
#pragma once

#include "program_export_options.hpp"

#include <ddc/command/command_line.hpp>

#include <iosfwd>
#include <memory>
#include <vector>

namespace gateway {

/// The options of `ddc-gateway fmu export` for the FMU of a vehicle.
class VehicleExportOptions {
  public:
    /// Adds the options to the verb.
    explicit VehicleExportOptions(ddc::command::Verb& verb);
    ~VehicleExportOptions();

    /// Whether a vehicle is to be exported.
    bool is_given() const;
    /// All of them; those of the other kind cannot be given together with them.
    const std::vector<ddc::command::Option>& options() const { return options_; }
    /// Writes the FMU, and lines about it.
    /// @throws plant::FileError, std::invalid_argument for invalid files and options,
    /// std::runtime_error if the FMU cannot be written
    void run(const ExportedFmu& output, std::ostream& out) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    std::vector<ddc::command::Option> options_{};
};

}  // namespace gateway
