// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

namespace gateway::fmu_host {

/// Sets the word to 1 when an allocation of this process fails, also one of an FMU: its crash
/// afterwards has this cause.
void watch_allocations(std::atomic<std::uint32_t>& word);

}  // namespace gateway::fmu_host
