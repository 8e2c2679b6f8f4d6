// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace bench {

/// What of a machine decides how fast it is. A text is empty where the machine does not tell.
struct Machine {
    std::string cpu;
    std::vector<std::string> flags;  ///< of the processor, those that code here chooses by
    unsigned cores = 0;              ///< that this process may use
    std::string governor;            ///< of the first core's frequency
    std::string kernel;
    bool is_virtual = false;
};

/// The machine that this runs on.
Machine this_machine();

nlohmann::ordered_json to_json(const Machine& machine);

/// @throws nlohmann::json::exception if a key is missing
Machine machine_of(const nlohmann::json& object);

}  // namespace bench
