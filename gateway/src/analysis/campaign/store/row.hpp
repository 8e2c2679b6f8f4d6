// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gateway::campaign {

/// The result of a run.
struct Row {
    std::uint64_t run = 0;
    std::string result;  ///< JSON; depends only on the plan and the run's index
    std::string wall;    ///< JSON; values that depend on wall time and machine
};

/// The line of a row in a file, with a newline: JSON with the length of the result, and a CRC-32 of
/// the text before it.
std::string to_line(const Row& row);
/// The first line of such a file.
/// @param plan digest of the plan
/// @param provenance JSON
std::string to_header_line(const std::string& plan, const std::string& provenance);

/// @param line without a newline
/// @return nothing if it is damaged
std::optional<Row> read_row(std::string_view line);
/// @return the digest of the plan, or nothing if the line is damaged
std::optional<std::string> read_header(std::string_view line);

}  // namespace gateway::campaign
