// SPDX-License-Identifier: MIT
#pragma once

#include "binding/bindings.hpp"
#include "handshake.hpp"
#include "process/program_peer.hpp"
#include "value_fault/item_faults.hpp"

#include <gateway/base/seams.hpp>

#include <memory>
#include <optional>
#include <string>

namespace gateway {

/// The connection to a program through the table: finds the program by a handshake, binds its
/// ports, writes its inputs and reads its outputs as one snapshot each, detects its loss and waits
/// for its return. MeasuredProgram and RealtimeProgram define the cycle of their time mode.
class ProgramConnection {
  public:
    /// @param time_mode written to the program's entry after each handshake
    ProgramConnection(ProgramPeer peer, const char* time_mode);
    ProgramConnection(const ProgramConnection&) = delete;
    ProgramConnection& operator=(const ProgramConnection&) = delete;

    /// Waits for the program. @return false if the peer's stop flag was set meanwhile
    /// @throws ProgramError at the limit, or for a program that cannot be used
    bool connect(ddc::Deadline limit);
    bool is_connected() const { return is_connected_; }
    /// It is connected and has not restarted since, so its entries are still valid.
    bool is_there() const { return is_connected_ && peer_.header_writes() == header_writes_; }
    /// The peer's header_writes() at its handshake.
    std::uint64_t header_writes() const { return header_writes_; }
    /// Why the program that was connected is lost, or nothing.
    std::optional<std::string> departure() const;

    /// @name After a loss
    /// @{
    /// Ends the connection and waits for the same program or another one.
    void expect_return(ddc::Deadline limit);
    enum class Return {
        waiting,
        same,     ///< the program that was lost
        another,  ///< one that has started since then
        failed,   ///< failure() has the reason
        stopped,
    };
    Return await_return(ddc::Deadline until);
    /// @}

    /// Sets every input from `moment`; write_inputs() makes them visible. Later outputs that depend
    /// on the vehicle's speed are converted with the speed of this moment; messages without a stamp
    /// get its time.
    void set_inputs(const Moment& moment);
    /// Writes all inputs as one snapshot; does nothing while the program is lost.
    ddc::Status write_inputs();

    /// Reads all outputs as one snapshot, and converts them into `command` if all are valid.
    /// @return ok, peer_lost or invalid_output; for the last two `command` is undefined
    CycleStatus read_outputs(Command& command, Profile* profile = nullptr);
    /// Increases with every output that the program writes, as of the last read_outputs(); not
    /// with those that a fault loses.
    std::uint64_t output_writes() const { return output_writes_; }

    /// Stores the reason for failure(). @return `status`
    CycleStatus fail(CycleStatus status, const std::string& reason);
    const std::string& failure() const { return failure_; }

    const ProgramPeer& peer() const { return peer_; }
    /// The groups may have more items than names: those that on_bound has added.
    InputBindings& inputs() { return inputs_; }
    const InputBindings& inputs() const { return inputs_; }
    OutputBindings& outputs() { return outputs_; }
    const OutputBindings& outputs() const { return outputs_; }
    const ProgramDescription& description() const { return description_; }

    /// Called with each new binding, to add entries of the header to its groups.
    std::function<void(InputBindings&, OutputBindings&)> on_bound;

    /// Number of output values that were limited to their signal's range.
    std::uint64_t clamped_outputs() const { return clamped_outputs_; }

  private:
    Handshake::State advance(Handshake& handshake, ddc::Deadline until);
    std::string bind_ports(const ProgramDescription& description);
    std::vector<std::string> bind_faults();
    std::string port_of(const std::string& signal) const;
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
    std::unique_ptr<ItemFaults> input_faults_, output_faults_;  ///< null without faults
    std::optional<Handshake> return_;                           ///< while the program is lost
    std::string failure_;
    std::uint64_t clamped_outputs_ = 0;
};

}  // namespace gateway
