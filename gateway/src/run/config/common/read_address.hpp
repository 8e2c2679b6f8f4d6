// SPDX-License-Identifier: MIT
#pragma once

#include <plant/yaml_reader.hpp>

#include <string>

namespace gateway {

constexpr const char* loopback = "127.0.0.1";

/// An IPv4 address under `key`; without the key, or for an invalid one, the loopback's.
std::string read_address(plant::YamlReader& reader, const char* key);

/// Reports an error under `key` unless `address` is an IPv4 address.
void check_address(plant::YamlReader& reader, const char* key, const std::string& address);

}  // namespace gateway
