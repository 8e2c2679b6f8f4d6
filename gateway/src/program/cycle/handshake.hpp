// SPDX-License-Identifier: MIT
#pragma once

#include "binding/program_description.hpp"
#include "process/program_peer.hpp"

namespace gateway {

/// Waits for a program and reads its description.
///
/// The handshake sets `running` to false, unless that was done before the program was started, and
/// waits until a program sets it to true: so data of a program that has ended is not used. It also
/// waits until `run_cycle_switch` is false, so that a late answer to an earlier request is not
/// taken for the answer to the next one. Then it reads the header. Programs set `running` before
/// their header is complete. The header is therefore read again until it is valid and either the
/// program waits for a cycle or the header is not written to any more.
class Handshake {
  public:
    enum class State {
        waiting,
        done,     ///< description() is valid
        failed,   ///< problem() has the reason
        stopped,  ///< the peer's stop flag was set
    };

    /// @param peer the handshake fails if it has a child process and that ends
    /// @param limit after this time the handshake fails; Deadline::max() for never
    Handshake(ProgramPeer peer, ddc::Deadline limit);

    /// Continues until it is done or `until` has passed.
    State advance(ddc::Deadline until);

    const ProgramDescription& description() const { return description_; }
    /// The peer's header_writes() when the description was read.
    std::uint64_t header_writes() const { return header_writes_; }
    const std::string& problem() const { return problem_; }

  private:
    void reset_flags();
    bool is_program_ready();
    bool does_header_hold(ddc::Deadline now);
    bool is_awaited() const;
    std::uint64_t writes_around_header() const;
    std::string awaited_program() const;
    void fail(const std::string& problem) { problem_ = problem; }
    void give_up();
    void report_if_due(ddc::Deadline now);

    ProgramPeer peer_;
    ddc::Deadline start_;
    ddc::Deadline limit_;
    ddc::Deadline next_report_;
    bool is_header_new_;  ///< there was no header before
    bool is_running_ = false;
    bool is_asked_ = false;  ///< the program waits for a cycle
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
