// SPDX-License-Identifier: MIT
#pragma once

#include "program_slave/program_package.hpp"

#include "description/variable.hpp"

#include <ddc/interface/types.hpp>

#include <string>
#include <vector>

namespace gateway::fmu {

/// The ports of a program as variables of an FMU.
struct ExportedPorts {
    std::vector<PackedVariable> packed;
    /// The name, unit, range and description of each, in the same order. The name is structured as
    /// FMI defines it: indices begin with 1 ("trajectory_x[1]", "matrix[2,3]"), and a part that is
    /// no identifier is quoted.
    std::vector<Variable> variables;
    /// One sentence for each port that is not exported, or that has another name.
    std::vector<std::string> remarks;
};

/// Exports all DATA ports that are either inputs or outputs; SOCKET ports, ports of both
/// directions, and ports without a value are left out.
/// @param without ports that the program has no entries for
ExportedPorts export_ports(const ddc::interface::ProgramInterface& program_interface,
                           const std::vector<std::string>& without = {});

}  // namespace gateway::fmu
