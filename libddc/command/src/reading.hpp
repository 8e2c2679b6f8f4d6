// SPDX-License-Identifier: MIT
#pragma once

#include "entry_name.hpp"

#include <ddc/table.hpp>
#include <ddc/types.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace ddc::command {

/// What a target holds at one instant.
struct Reading {
    /// Null if there is nothing, or nothing whole, to show.
    nlohmann::json value;
    /// The same of a single entry, exactly as it is.
    Value exact;
    /// `double`, `no data`, ..., or what a port carries: `vec2`, `vector of 10 Q`.
    std::string type;
    /// Steady time of the newest write in ns; 0 = never.
    std::int64_t written_ns = 0;
    /// Why the value is missing or not as its interface says; empty if all is well.
    std::string note;
};

/// @throws Failure if the table was cut short
void check_intact(const Table& table);

/// Reads a target; a port's entries as one snapshot. @throws Failure if the table was cut short
Reading read(const Table& table, const Target& target);

/// Number of writes to its entries so far.
std::uint64_t writes_to(const Table& table, const Target& target);

}  // namespace ddc::command
