// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/layout.hpp>

#include <vector>

/// Status of a gateway's realtime runs in the table, at lower ids than the programs: one block of
/// entries for each program of a run.
namespace ddc::interface::run_status {

/// Id of the first block.
inline constexpr std::int32_t first = 0x3000;
inline constexpr std::int32_t size = 16;  ///< entries per block

inline constexpr std::int32_t name = 0;            // of the program
inline constexpr std::int32_t operation_mode = 1;  // OK, FAIL, PAUSED or STOPPED
inline constexpr std::int32_t program_state = 2;   // starting, answering, silent, idle or away
inline constexpr std::int32_t turns = 3;           // cycles; constant if the gateway is stuck
inline constexpr std::int32_t failsafe_turns = 4;
inline constexpr std::int32_t program_silences = 5;
inline constexpr std::int32_t program_losses = 6;
inline constexpr std::int32_t vehicle_losses = 7;
inline constexpr std::int32_t output_age = 8;    // in s
inline constexpr std::int32_t safety_turns = 9;  // cycles with a triggered safety rule
inline constexpr std::int32_t safety_rule = 10;  // name of the last triggered one

/// The entries of a block, in order.
const std::vector<HeaderEntry>& entries();

}  // namespace ddc::interface::run_status
