// SPDX-License-Identifier: MIT
#pragma once

#include "../run/run_config.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace gateway {

/// Reads a configuration and every file it names.
/// @throws plant::FileError with every mistake in them, std::invalid_argument for a trace that
/// would overwrite what is read
RunConfig load_run_config(const std::filesystem::path& file);

/// A reference id as a number or a string such as "0x4000": hexadecimal with 0x, else decimal.
/// @return nothing if it is neither or below 0x4000
std::optional<ddc::Id> parse_reference_id(const std::string& text);

}  // namespace gateway
