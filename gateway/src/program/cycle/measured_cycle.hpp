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
    /// ok, no_answer, peer_lost, stopped, or invalid_output if another process answers as well.
    CycleStatus status = CycleStatus::ok;
    std::string reason;  ///< empty for ok and stopped
};

/// Executes one cycle of a program (time mode `measured`): writes `delta_sec`, sets
/// `run_cycle_switch`, and waits until the program has reset it or the answer time-out has passed.
/// @param header_writes of the peer, as of its handshake
/// @param answers has watched all cycles since that handshake
CycleEnd run_measured_cycle(const ProgramPeer& peer, std::uint64_t header_writes, double delta_s,
                            AnswerWatch& answers);

/// Why the program is lost since its handshake, or nothing.
std::optional<std::string> departure(const ProgramPeer& peer, std::uint64_t header_writes);

}  // namespace gateway
