// SPDX-License-Identifier: MIT
#pragma once

#include "answer_watch.hpp"
#include "process/program_peer.hpp"

#include <gateway/base/seams.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gateway {

/// How a cycle ended.
struct CycleEnd {
    /// ok, no_answer, peer_lost, stopped, or invalid_output if another process answers too.
    CycleStatus status = CycleStatus::ok;
    std::string reason;  ///< of all but ok and stopped
};

/// Asks a program for one cycle (time mode `measured`): writes `delta_sec`, raises
/// `run_cycle_switch`, and waits until the program has lowered it or its answer time-out is over.
/// @param header_writes the peer's, as of its handshake
/// @param answers of all cycles since then
CycleEnd run_measured_cycle(const ProgramPeer& peer, std::uint64_t header_writes, double delta_s,
                            AnswerWatch& answers);

/// Why a program is not there any more since its handshake, if so.
std::optional<std::string> departure(const ProgramPeer& peer, std::uint64_t header_writes);

}  // namespace gateway
