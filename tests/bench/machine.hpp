// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace bench {

/// Properties of a machine that decide its speed. A text is empty if the machine does not report
/// it.
struct Machine {
    std::string cpu;
    std::vector<std::string>
        flags;             ///< of the processor, those that this project's code selects by
    unsigned cores = 0;    ///< available to this process
    std::string governor;  ///< of the first core's frequency
    std::string kernel;
    bool is_virtual = false;
};

/// The current machine.
Machine this_machine();

nlohmann::ordered_json to_json(const Machine& machine);

/// @throws nlohmann::json::exception if a key is missing
Machine machine_of(const nlohmann::json& object);

}  // namespace bench
