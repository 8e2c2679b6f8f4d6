// SPDX-License-Identifier: MIT
#pragma once

#include "entry_name.hpp"

#include <ddc/table.hpp>
#include <ddc/types.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace ddc::command {

/// The contents of a target at one instant.
struct Reading {
    /// Null if there is no complete value.
    nlohmann::json value;
    /// The value of a single entry, unchanged.
    Value exact;
    /// `double`, `no data`, ..., or the type of a port: `vec2`, `vector of 10 Q`.
    std::string type;
    /// Steady time of the newest write in ns; 0 = never.
    std::int64_t written_ns = 0;
    /// Why the value is missing or differs from its interface; empty if there is no problem.
    std::string note;
};

/// @throws Failure if the table was truncated
void check_intact(const Table& table);

/// Reads a target; a port's entries as one snapshot. @throws Failure if the table was truncated
Reading read(const Table& table, const Target& target);

/// Number of writes to its entries so far.
std::uint64_t writes_to(const Table& table, const Target& target);

}  // namespace ddc::command
