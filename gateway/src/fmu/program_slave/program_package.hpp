// SPDX-License-Identifier: MIT
#pragma once

#include "description/model_description.hpp"

#include <ddc/interface/elements.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gateway::fmu {

/// An entry of a program's port that is a variable of the FMU.
struct PackedVariable {
    bool is_input = false;  ///< of the program and of the FMU
    ddc::interface::ElementKind kind = ddc::interface::ElementKind::real64;
    std::string name;  ///< as in a listing of the table: `trajectory_x[0]`
};

/// What the FMU of a program executes. The exporter writes it as the text
/// `resources/program.txt`; the library and its process ddc-program-host read it.
struct ProgramPackage {
    Version version = Version::fmi2;
    std::string token;  ///< guid or instantiationToken
    /// A file of the folder `resources/program`, and its arguments.
    std::vector<std::string> command;
    /// Files below `resources` that must be executable. Some importers unpack them without that
    /// permission.
    std::vector<std::string> executables;
    std::int32_t reference_id = 0;
    std::int64_t period_ns = 0;  ///< simulated time between two cycles
    /// In the order of their numbers, from 0.
    std::vector<PackedVariable> variables;
};

/// The variables of one direction, in their order.
std::vector<PackedVariable> packed_variables(const ProgramPackage& package, bool is_input);
/// Their kinds.
std::vector<ddc::interface::ElementKind> kinds_of(const ProgramPackage& package, bool is_input);

/// The names of the FMU's files, below `resources`.
namespace packed {
inline constexpr const char* description = "program.txt";
inline constexpr const char* host = "ddc-program-host";
inline constexpr const char* guardian = "ddc-guardian";
inline constexpr const char* folder = "program";  ///< working folder of the program
}  // namespace packed

/// @throws std::invalid_argument if a text in it has a line break or another control character
std::string to_text(const ProgramPackage& package);

/// The inverse. @throws std::runtime_error, with the number of the line, for everything else
ProgramPackage package_from_text(const std::string& text);

/// Reads `program.txt` of a folder `resources`, of at most 16 MiB.
/// @throws std::runtime_error with the file's name
ProgramPackage read_package(const std::string& resources);

}  // namespace gateway::fmu
