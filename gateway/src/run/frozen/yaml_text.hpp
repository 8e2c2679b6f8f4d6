// SPDX-License-Identifier: MIT
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

namespace gateway {

/// A document as a text with the same values: quoted texts remain quoted.
std::string text_of(const YAML::Node& document);

}  // namespace gateway
