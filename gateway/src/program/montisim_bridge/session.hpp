// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "bridged_program.hpp"

#include "montisim/packet.hpp"
#include "process/own_table.hpp"

#include <memory>
#include <optional>

namespace gateway::tcp {

/// Options of all sessions of a server.
struct SessionOptions {
    /// Programs of a configuration, identified by their reference ids.
    std::vector<ProgramOptions> programs;
    /// Options for any other program; its reference id comes from the simulator.
    ProgramOptions program;
    ddc::TableOptions table;
    montisim::PacketNumbering numbering = montisim::PacketNumbering::newest;
};

/// The functions of the server that a session calls, in the session's thread.
struct SessionHost {
    const std::atomic<bool>& stop;
    /// Logs a sentence.
    Log report;
    /// False once the simulator has closed its connection.
    std::function<bool()> is_client_there;
    /// The links of the program with this reference id.
    std::function<NetworkPart(ddc::Id)> network_of;
};

/// One simulator that drives one program: receives and returns packets. Independent of sockets.
///
/// | state          | packet              | then                                             |
/// | ---            | ---                 | ---                                              |
/// | any            | INIT "measured"     | waiting; an attached program is released         |
/// | waiting        | REF_ID              | attached, answered with INTERFACE                |
/// | attached       | INPUT, INPUT_JSON   | attached                                         |
/// | attached       | RUN_CYCLE           | attached, answered with OUTPUT..., TIME          |
/// | any            | PING                | the same, answered with PING                     |
/// | any            | END                 | ended                                            |
/// | any            | any other packet    | ended, answered with ERROR and what to do        |
///
/// If a payload is longer than its value, the rest is ignored, as in existing servers.
class Session {
  public:
    /// @param options outlive it
    Session(const SessionOptions& options, const SessionHost& host)
        : options_(options), host_(host) {}

    /// Handles the next packet of the simulator.
    /// @param answer empty; gets the packets to be returned at once
    /// @return false if the session has ended
    bool take(const montisim::PacketView& packet, montisim::PacketBuffer& answer);

    bool is_attached() const noexcept { return program_ != nullptr; }
    /// The reference id of the attached program; nothing if none is.
    std::optional<ddc::Id> reference_id() const noexcept {
        return program_ ? std::optional(reference_id_) : std::nullopt;
    }
    /// The simulator has sent END.
    bool has_ended() const noexcept { return has_ended_; }
    /// The error that has ended the session, or empty.
    const std::string& error() const noexcept { return error_; }
    std::uint64_t cycles() const noexcept { return cycles_; }
    /// See BridgedProgram, of all programs so far.
    std::uint64_t dropped_messages() const noexcept;

  private:
    void handle(const montisim::PacketView& packet, montisim::PacketBuffer& answer);
    void begin(montisim::PayloadReader payload);
    void attach(montisim::PayloadReader payload, montisim::PacketBuffer& answer);
    ProgramOptions program_options(ddc::Id reference_id) const;
    void let_go();
    void take_input(montisim::PayloadReader payload, ValueFormat format);
    void run_cycle(montisim::PayloadReader payload, montisim::PacketBuffer& answer);
    BridgedProgram& program(montisim::PacketKind kind) const;

    const SessionOptions& options_;
    SessionHost host_;
    bool has_begun_ = false;
    bool has_ended_ = false;
    ValueFormat format_ = ValueFormat::binary;
    std::unique_ptr<OwnTable> table_;
    ddc::Id reference_id_ = 0;  ///< of program_
    std::unique_ptr<BridgedProgram> program_;
    std::string error_;
    std::uint64_t cycles_ = 0;
    std::uint64_t dropped_before_ = 0;
};

/// Makes `answer` one ERROR packet.
void answer_error(const std::string& text, montisim::PacketBuffer& answer);

}  // namespace gateway::tcp
