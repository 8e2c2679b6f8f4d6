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
    std::string result;  ///< JSON, a function of the plan and the run's index alone
    std::string wall;    ///< JSON, what the clock on the wall and the machine had to do with it
};

/// A line of a file of rows, with its end: JSON with the length of the result and, over all before
/// it, a CRC-32.
std::string to_line(const Row& row);
/// The first line of such a file.
/// @param plan digest of the plan that the rows are of
/// @param provenance JSON
std::string to_header_line(const std::string& plan, const std::string& provenance);

/// @param line without its end
/// @return nothing if it is not as it was written
std::optional<Row> read_row(std::string_view line);
/// @return the digest of the plan, or nothing if the line is not as it was written
std::optional<std::string> read_header(std::string_view line);

}  // namespace gateway::campaign
