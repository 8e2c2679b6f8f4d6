// SPDX-License-Identifier: MIT
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

namespace gateway {

/// A document as text that reads back the same: what was in quotes is so again.
std::string text_of(const YAML::Node& document);

}  // namespace gateway
