// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <plant/yaml_reader.hpp>

#include <optional>
#include <string>

namespace gateway {

/// A reference id as a number or a string such as "0x4000": hexadecimal with 0x, otherwise decimal.
/// @return nothing if it is neither or below 0x4000
std::optional<ddc::Id> parse_reference_id(const std::string& text);

/// Reads the key `reference_id`, if it exists.
void read_reference_id(plant::YamlReader& reader, ddc::Id& value);

}  // namespace gateway
