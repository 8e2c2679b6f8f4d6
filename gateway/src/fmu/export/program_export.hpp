// SPDX-License-Identifier: MIT
#pragma once

#include "description/model_description.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gateway::fmu {

/// What to export as the FMU of a program.
struct ProgramExport {
    std::string program;  ///< a file, or a name that ddc-gateway or the PATH has
    /// None: the reference id, or "ddc" and the reference id, whichever the program accepts. The
    /// latter if it is not started.
    std::vector<std::string> arguments{};
    /// More files that it reads or executes. A relative path is kept, below the working folder of
    /// the program; of others only the name.
    std::vector<std::filesystem::path> files{};
    /// The program interface as JSON; empty: the program is started and asked for it.
    std::filesystem::path interface_file{};
    std::string name{};  ///< of the model; empty: that of the program's file
    std::int32_t reference_id = 0x4000;
    std::int64_t period_ns = 10'000'000;  ///< simulated time between two cycles
    Version version = Version::fmi3;
};

/// Writes the FMU of a program.
/// @return a sentence for each port that is left out or has another name
/// @throws std::invalid_argument, std::runtime_error if the program, its interface or a file cannot
/// be used, or the FMU cannot be written
std::vector<std::string> export_program(const ProgramExport& what,
                                        const std::filesystem::path& output);

}  // namespace gateway::fmu
