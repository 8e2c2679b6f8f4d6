// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/layout.hpp>

#include <vector>

/// What a gateway shows of its realtime runs in the table, below the programs: one block of entries
/// for each program of a run.
namespace ddc::interface::run_status {

inline constexpr std::int32_t first = 0x3000;
inline constexpr std::int32_t size = 16;  ///< of a block

inline constexpr std::int32_t name = 0;            // of the program
inline constexpr std::int32_t operation_mode = 1;  // OK, FAIL, PAUSED or STOPPED
inline constexpr std::int32_t program_state = 2;   // starting, answering, silent, idle or away
inline constexpr std::int32_t turns = 3;           // stands still when the gateway does
inline constexpr std::int32_t failsafe_turns = 4;
inline constexpr std::int32_t program_silences = 5;
inline constexpr std::int32_t program_losses = 6;
inline constexpr std::int32_t vehicle_losses = 7;
inline constexpr std::int32_t output_age = 8;    // in s
inline constexpr std::int32_t safety_turns = 9;  // in which a safety rule acted
inline constexpr std::int32_t safety_rule = 10;  // that acted last

/// The entries of a block, in order.
const std::vector<HeaderEntry>& entries();

}  // namespace ddc::interface::run_status
