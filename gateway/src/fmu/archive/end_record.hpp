// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace gateway::fmu {

/// Most bytes of an archive's list of entries (its central directory).
inline constexpr std::uint64_t most_directory_bytes = std::uint64_t{8} << 20U;

/// Checks what the end of an archive states about its list of entries, before libzip allocates
/// memory for that list. Each record that libzip may choose is checked.
/// @return the error, or an empty text
std::string end_record_complaint(std::FILE* file);

}  // namespace gateway::fmu
