// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "session_sockets.hpp"

#include "cycle/answer_watch.hpp"
#include "process/program_peer.hpp"

#include <functional>
#include <string>
#include <vector>

namespace gateway::tcp {

/// The environment in which a session finds a program.
struct BridgePlace {
    ddc::Table& table;
    const std::atomic<bool>& stop;
    Log report;
    /// Called while a program is awaited; false ends the wait.
    std::function<bool()> is_wanted;
    NetworkPart network;
};

/// A program of the table that a simulator drives over TCP (time mode `measured`). Values are
/// copied between packets and entries without a conversion.
class BridgedProgram {
  public:
    /// Claims the program's entries and waits for it, until its start time-out.
    /// @throws ProgramError with what to do; ddc::TableError if the entries are claimed
    BridgedProgram(const ProgramOptions& options, const BridgePlace& place);
    BridgedProgram(const BridgedProgram&) = delete;
    BridgedProgram& operator=(const BridgedProgram&) = delete;

    /// Exactly as the program has written it.
    const std::string& interface_text() const { return description_.text; }

    /// Reads a value of the simulator. That of a DATA port is written to its entries at once, that
    /// of a SOCKET port in the next cycle. A value for a port without a slot is ignored.
    /// @throws montisim::PacketError, ProgramError
    void take_input(std::size_t port, montisim::PayloadReader& payload, ValueFormat format);
    /// Runs one cycle and appends the outputs of all ports in their order, then TIME, to an answer.
    /// @throws montisim::PacketError, ProgramError
    void run_cycle(double delta_s, ValueFormat format, montisim::PacketBuffer& answer);

    /// See SessionSockets.
    std::uint64_t dropped_messages() const noexcept { return sockets_.dropped(); }

  private:
    /// The elements of a port in the groups; none for a SOCKET port or a port without a slot.
    struct Places {
        ddc::Group input;
        bool is_data_output = false;
        std::size_t first_output = 0;
    };
    ddc::Claim claimed(const BridgePlace& place) const;
    void await(const std::function<bool()>& is_wanted);
    void bind();
    void bind(std::size_t port, const ddc::interface::Offset& offset);
    const ddc::interface::Port& input_port(std::size_t port) const;
    void read_outputs();
    double execution_time_s() const;
    void write_output(std::size_t port, ValueFormat format, montisim::PacketBuffer& answer) const;
    std::string name_of(std::size_t port) const;
    [[noreturn]] void fail(const std::string& reason) const;

    ProgramPeer peer_;
    ddc::Claim claim_;  ///< ends last: the next session may then use the entries
    SessionSockets sockets_;
    ProgramDescription description_;
    std::uint64_t header_writes_ = 0;
    AnswerWatch answers_;
    std::vector<Places> places_;             ///< one for each port of the interface
    ddc::Group outputs_;                     ///< of all DATA ports, then execution_time
    std::vector<std::string> output_names_;  ///< of its items
    SimTime now_{0};
};

}  // namespace gateway::tcp
