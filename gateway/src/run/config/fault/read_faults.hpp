// SPDX-License-Identifier: MIT
#pragma once

#include "fault_schedule/planned_fault.hpp"
#include "requirement/parser.hpp"

#include <plant/yaml_reader.hpp>

#include <functional>
#include <string>
#include <vector>

namespace gateway {

/// The program or vehicle whose faults are read.
struct FaultyPart {
    /// The names of formulas, without those of the faults.
    requirement::Vocabulary vocabulary{};
    bool has_route = false;
    /// Why it cannot have a fault of that kind and target, or an empty text.
    std::function<std::string(const Fault&)> objection = [](const Fault&) { return std::string(); };
};

/// Reads the list `faults` if it exists.
std::vector<PlannedFault> read_faults(plant::YamlReader& reader, FaultyPart part);

}  // namespace gateway
