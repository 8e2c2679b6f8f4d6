// SPDX-License-Identifier: MIT
#pragma once

#include "geodesy/geodetic.hpp"

#include <plant/yaml_reader.hpp>

#include <optional>

namespace gateway {

/// Reads the section `origin` if it is there.
std::optional<WorldOrigin> read_origin(plant::YamlReader& reader);

}  // namespace gateway
