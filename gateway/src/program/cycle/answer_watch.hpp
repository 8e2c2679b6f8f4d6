// SPDX-License-Identifier: MIT
#pragma once

#include "process/program_peer.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace gateway {

/// Notices that another process answers in the place of a run's program, or beside it: then the
/// results are not the program's.
///
/// - Its cycles have got more answers than were asked for. An answer writes both `run_cycle_switch`
///   and `execution_time`; what writes one of them alone, such as a person with `ddc`, is none.
/// - There are answers although the process that the gateway has started was stopped by a signal
///   all the while, or has ended. One that a debugger has stopped is left alone. In time mode
///   `measured` an answer is a cycle in which `execution_time` was written as well. In `realtime`
///   outputs alone do not tell a program from a person with `ddc`: there another process must have
///   the table open that is neither `ddc` nor stopped.
class AnswerWatch {
  public:
    /// To be called before each cycle is asked for (time mode `measured`), when the program is
    /// known to be the one of the handshake.
    /// @return what is wrong, or nothing
    std::optional<std::string> before_request(const ProgramPeer& peer);
    /// To be called before each look at the program's outputs (time mode `realtime`); it looks at
    /// the process every 10 ms, and each time while that does not run.
    /// @param answers in how many turns there have been some so far
    /// @return what is wrong, or nothing
    std::optional<std::string> look(const ProgramPeer& peer, std::uint64_t answers);
    /// The program was lost and is back, or is another one: forgets what there was.
    void begin_anew() { *this = AnswerWatch(); }

  private:
    struct Writes {
        std::uint64_t of_switch = 0, of_execution_time = 0;
    };
    /// What is known of the process that the gateway has started.
    struct Sight {
        enum class State { running, stopped, ended } state = State::running;
        std::uint64_t context_switches = 0;  ///< of its first thread; grow whenever that runs
        std::uint64_t answers = 0;
    };
    /// Why there should be no answers, if there are more than may be of a moment before.
    std::optional<std::string> unexpected(const ProgramPeer& peer, std::uint64_t answers);
    static Writes writes_of(const ProgramPeer& peer);
    static Sight see(ChildProcess& child, std::uint64_t answers);

    std::optional<Writes> begin_;  ///< before the first request
    std::uint64_t requests_ = 0;
    std::uint64_t timed_ = 0;     ///< writes of `execution_time` before the last request
    std::uint64_t answered_ = 0;  ///< requests that have got one
    Sight last_;                  ///< since when the process is as it is
    ddc::Deadline next_look_{};
    ddc::Deadline next_search_{};  ///< for a process that may have answered
};

}  // namespace gateway
