// SPDX-License-Identifier: MIT
#pragma once

#include "driver/driver_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads the section `driver`, see docs/reference/driver.md. Its name is read by the caller.
DriverConfig read_driver(plant::YamlReader& reader);

}  // namespace gateway
