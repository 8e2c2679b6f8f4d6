// SPDX-License-Identifier: MIT
#pragma once

#include "process/program_peer.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace gateway {

/// Detects another process that answers instead of a run's program, or in addition to it. The
/// results are then not those of the program.
///
/// - There were more answers than requests. An answer writes both `run_cycle_switch` and
///   `execution_time`. A write of only one of them, such as by a user with `ddc`, is not an answer.
/// - There were answers while the process that the gateway has started was stopped by a signal or
///   after it has ended. A process stopped by a debugger is not reported. In time mode `measured`
///   an answer is a cycle in which `execution_time` was written as well. In `realtime` outputs may
///   also be written by a user with `ddc`; so another process must have the table open that is
///   neither `ddc` nor stopped.
class AnswerWatch {
  public:
    /// To be called before each request (time mode `measured`), after departure() has shown that
    /// the program is still that of the handshake.
    /// @return a description of the problem, or nothing
    std::optional<std::string> before_request(const ProgramPeer& peer);
    /// To be called before outputs are read (time mode `realtime`). Examines the process every 10
    /// ms, and in each call while the process does not run.
    /// @param answers number of cycles with new outputs so far
    /// @return a description of the problem, or nothing
    std::optional<std::string> look(const ProgramPeer& peer, std::uint64_t answers);
    /// The program was lost and is back, or was replaced: discards all counts.
    void reset() { *this = AnswerWatch(); }

  private:
    struct Writes {
        std::uint64_t of_switch = 0, of_execution_time = 0;
    };
    /// State of the process that the gateway has started.
    struct Sight {
        enum class State { running, stopped, ended } state = State::running;
        std::uint64_t context_switches = 0;  ///< of its first thread
        std::uint64_t answers = 0;
    };
    /// Why there should be no answers, if there are more than can have been given before.
    std::optional<std::string> unexpected(const ProgramPeer& peer, std::uint64_t answers);
    static Writes writes_of(const ProgramPeer& peer);
    static Sight see(ChildProcess& child, std::uint64_t answers);

    std::optional<Writes> begin_;  ///< before the first request
    std::uint64_t requests_ = 0;
    std::uint64_t timed_ = 0;     ///< writes of `execution_time` before the last request
    std::uint64_t answered_ = 0;  ///< requests that were answered
    Sight last_;                  ///< the first with the process in this state
    ddc::Deadline next_look_{};
    ddc::Deadline next_search_{};  ///< for a process that may have answered
};

}  // namespace gateway
