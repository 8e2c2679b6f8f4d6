// SPDX-License-Identifier: MIT
#pragma once

#include "binding/bindings.hpp"
#include "handshake.hpp"
#include "process/program_peer.hpp"

#include <gateway/base/seams.hpp>

#include <optional>
#include <string>

namespace gateway {

/// A VCG program behind the DDC as long as it lives: found by a handshake, its ports bound, its
/// inputs written and its outputs read as one snapshot each, its departure noticed, its return
/// awaited. What a cycle is, the time modes say: MeasuredProgram and RealtimeProgram.
class ProgramLink {
  public:
    /// @param time_mode written to the program's entry after each handshake
    ProgramLink(ProgramPeer peer, const char* time_mode);
    ProgramLink(const ProgramLink&) = delete;
    ProgramLink& operator=(const ProgramLink&) = delete;

    /// Waits for the program. @return false if the peer's stop flag was set meanwhile
    /// @throws ProgramError at the limit, or for a program that cannot be worked with
    bool connect(ddc::Deadline limit);
    bool is_connected() const { return is_connected_; }
    /// It is connected, and has not been restarted since: its entries are where they were.
    bool is_there() const { return is_connected_ && peer_.header_writes() == header_writes_; }
    /// The peer's header_writes() as of its handshake.
    std::uint64_t header_writes() const { return header_writes_; }
    /// Why the program that was connected is not there any more, if so.
    std::optional<std::string> departure() const;

    /// @name Behind a loss
    /// @{
    /// Gives the program up and looks for it, or for another one, anew.
    void expect_return(ddc::Deadline limit);
    enum class Return {
        waiting,
        same,     ///< the program that was lost
        another,  ///< one that has started since
        failed,   ///< failure() says why
        stopped,
    };
    Return await_return(ddc::Deadline until);
    /// @}

    /// Sets every input from `moment`; write_inputs() makes them visible. Outputs that depend on
    /// the vehicle's speed are converted at the speed of the last moment, and messages without a
    /// stamp are of its time.
    void set_inputs(const Moment& moment);
    /// Writes all inputs as one snapshot; does nothing while the program is away.
    ddc::Status write_inputs();

    /// Reads all outputs as one snapshot, and takes them into `command` if all are usable.
    /// @return ok, peer_lost or invalid_output; then `command` is undefined
    CycleStatus read_outputs(Command& command, Profile* profile = nullptr);
    /// Grows with every output that the program writes, as of the last read_outputs().
    std::uint64_t output_writes() const { return output_writes_; }

    /// Remembers what is wrong, for failure(). @return `status`
    CycleStatus fail(CycleStatus status, const std::string& reason);
    const std::string& failure() const { return failure_; }

    const ProgramPeer& peer() const { return peer_; }
    /// The groups may have more items than names: those of the time mode, added with on_bound.
    InputBindings& inputs() { return inputs_; }
    const InputBindings& inputs() const { return inputs_; }
    OutputBindings& outputs() { return outputs_; }
    const OutputBindings& outputs() const { return outputs_; }
    const ProgramDescription& description() const { return description_; }

    /// Called with each new binding, to add entries of the header to its groups.
    std::function<void(InputBindings&, OutputBindings&)> on_bound;

    /// Output values that were outside their signal's range and were taken at its limit.
    std::uint64_t clamped_outputs() const { return clamped_outputs_; }

  private:
    Handshake::State advance(Handshake& handshake, ddc::Deadline until);
    std::string bind_ports(const ProgramDescription& description);
    std::string unreadable_output() const;
    bool take_port(const BoundOutput& port, Command& command);
    bool passes_non_finite(const BoundOutput& port) const;
    bool take_values(const BoundOutput& port);
    bool take_message(const BoundOutput& port);
    bool refuse(std::size_t item, double value, const std::string& wanted);

    ProgramPeer peer_;
    const char* time_mode_;
    ProgramDescription description_;
    InputBindings inputs_;
    OutputBindings outputs_;
    std::uint64_t header_writes_ = 0;
    std::uint64_t output_writes_ = 0;
    double vx_mps_ = 0;
    SimTime now_{0};
    bool is_connected_ = false;
    std::optional<Handshake> return_;  ///< while the program is away
    std::string failure_;
    std::uint64_t clamped_outputs_ = 0;
};

}  // namespace gateway
