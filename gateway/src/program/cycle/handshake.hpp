// SPDX-License-Identifier: MIT
#pragma once

#include "binding/program_description.hpp"
#include "process/program_peer.hpp"

namespace gateway {

/// Waits for a program and learns what it is.
///
/// It sets `running` to false, unless that was done before the program was started, and waits until
/// a program sets it to true, so that what a dead program left behind is not believed; and until
/// `run_cycle_switch` is false, so that a late answer to a cycle asked for earlier is not taken for
/// the answer to the next. Then it reads the header. Programs set `running` before the rest of
/// their header is there, so the header is read again until it holds and the program waits for a
/// cycle, or is written to no more.
class Handshake {
  public:
    enum class State {
        waiting,
        done,     ///< description() holds
        failed,   ///< problem() says why
        stopped,  ///< the peer's stop flag was set
    };

    /// @param peer if it has a child process and that ends, the handshake fails
    /// @param limit when it fails; Deadline::max() for never
    Handshake(ProgramPeer peer, ddc::Deadline limit);

    /// Goes on until it is done or `until` has passed.
    State advance(ddc::Deadline until);

    const ProgramDescription& description() const { return description_; }
    /// The peer's header_writes() of that description.
    std::uint64_t header_writes() const { return header_writes_; }
    const std::string& problem() const { return problem_; }

  private:
    void reset_flags();
    bool is_program_ready();
    bool does_header_hold(ddc::Deadline now);
    bool is_awaited() const;
    std::uint64_t writes_around_header() const;
    std::string whom() const;
    void fail(const std::string& problem) { problem_ = problem; }
    void give_up();
    void report_if_due(ddc::Deadline now);

    ProgramPeer peer_;
    ddc::Deadline start_;
    ddc::Deadline limit_;
    ddc::Deadline next_report_;
    bool is_header_new_;  ///< none was there before
    bool is_running_ = false;
    bool is_asked_ = false;  ///< for a cycle
    bool is_ready_ = false;
    bool holds_ = false;
    ddc::Deadline quiet_since_{};
    ddc::Deadline settled_{};
    std::uint64_t writes_ = 0;
    std::uint64_t header_writes_ = 0;
    ProgramDescription description_;
    std::string problem_;
};

}  // namespace gateway
