// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gateway {

/// A value that the command line sets in a configuration: `--set PATH=VALUE`.
struct Setting {
    std::string path;   ///< "vehicle.parameters.mass_kg"
    std::string value;  ///< YAML: "1400", "[1, 2]"
};

}  // namespace gateway
