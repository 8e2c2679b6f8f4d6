// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include <cstdint>
#include <string>

namespace gateway::campaign {

/// What the table of a worker of this shard is called before the number of its process.
std::string table_front(const Plan& plan, std::uint64_t shard);

/// Removes the tables of this shard's workers that were killed. One that a program of such a worker
/// still uses stays.
void remove_dead_tables(const Plan& plan, std::uint64_t shard);

}  // namespace gateway::campaign
