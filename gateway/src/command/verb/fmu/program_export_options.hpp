// SPDX-License-Identifier: MIT
#pragma once

#include "export/program_export.hpp"

#include <ddc/command/command_line.hpp>

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// What every export needs.
struct ExportedFmu {
    std::filesystem::path file;
    std::string name;  ///< of the model; empty: a name that follows from what is exported
    fmu::Version version = fmu::Version::fmi3;
};

/// The options of `ddc-gateway fmu export` for the FMU of a program.
class ProgramExportOptions {
  public:
    /// Adds the options to the verb.
    explicit ProgramExportOptions(ddc::command::Verb& verb);
    ~ProgramExportOptions();

    /// Whether a program is to be exported.
    bool is_given() const;
    /// All of them; those of the other kind cannot be given together with them.
    const std::vector<ddc::command::Option>& options() const { return options_; }
    /// Writes the FMU, and a line for each port that is left out or has another name.
    /// @throws as fmu::export_program(), and std::invalid_argument for a wrong option
    void run(const ExportedFmu& output, std::ostream& out) const;

  private:
    struct Arguments;
    std::unique_ptr<Arguments> given_;
    std::vector<ddc::command::Option> options_{};
};

}  // namespace gateway
