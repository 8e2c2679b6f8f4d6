// SPDX-License-Identifier: MIT
#pragma once

#include <plant/yaml_reader.hpp>

#include <string>

namespace gateway {

constexpr const char* loopback = "127.0.0.1";

/// An address of four numbers under `key`; without the key, or of a wrong one, the loopback's.
std::string read_address(plant::YamlReader& reader, const char* key);

/// Notes a mistake under `key` unless `address` is one of four numbers.
void check_address(plant::YamlReader& reader, const char* key, const std::string& address);

}  // namespace gateway
