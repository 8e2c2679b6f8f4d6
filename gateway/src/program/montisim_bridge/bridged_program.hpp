// SPDX-License-Identifier: MIT
#pragma once

#include "session_sockets.hpp"

#include "cycle/answer_watch.hpp"
#include "process/program_peer.hpp"

#include <functional>
#include <string>
#include <vector>

namespace gateway::tcp {

/// What a session needs to find a program.
struct BridgePlace {
    ddc::Table& table;
    const std::atomic<bool>& stop;
    std::function<void(const std::string&)> report;
    /// Asked while a program is waited for: false gives it up.
    std::function<bool()> is_wanted;
    NetworkPart network;
};

/// A program behind the DDC as a simulator drives it over TCP (time mode `measured`): values go
/// between packets and slots as they are, whatever they mean.
class BridgedProgram {
  public:
    /// Claims the program's entries and waits for it, for its start time-out at most.
    /// @throws ProgramError saying what to do; ddc::TableError if the entries are claimed
    BridgedProgram(const ProgramOptions& options, const BridgePlace& place);
    BridgedProgram(const BridgedProgram&) = delete;
    BridgedProgram& operator=(const BridgedProgram&) = delete;

    /// As the program has written it, byte for byte.
    const std::string& interface_text() const { return description_.text; }

    /// Takes a value of the simulator: of a DATA port into its slots, at once; of a SOCKET port to
    /// be shown with the next cycle. One of a port without a slot is left out.
    /// @throws montisim::PacketError, ProgramError
    void take_input(std::size_t port, montisim::PayloadReader& payload, ValueFormat format);
    /// Runs one cycle and appends all outputs in the order of the ports, then TIME, to an answer.
    /// @throws montisim::PacketError, ProgramError
    void run_cycle(double delta_s, ValueFormat format, montisim::PacketBuffer& answer);

    /// See SessionSockets.
    std::uint64_t dropped_messages() const noexcept { return sockets_.dropped(); }

  private:
    /// A port's elements in the groups; none of a SOCKET port or without a slot.
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
    ddc::Claim claim_;  ///< ends last, so that the next session finds what this one has left
    SessionSockets sockets_;
    ProgramDescription description_;
    std::uint64_t header_writes_ = 0;
    AnswerWatch answers_;
    std::vector<Places> places_;             ///< of each port of the interface
    ddc::Group outputs_;                     ///< of all DATA ports, then execution_time
    std::vector<std::string> output_names_;  ///< of its items
    SimTime now_{0};
};

}  // namespace gateway::tcp
