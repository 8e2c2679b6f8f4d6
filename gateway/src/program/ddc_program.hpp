// SPDX-License-Identifier: MIT
#pragma once

#include "bindings.hpp"
#include "handshake.hpp"
#include "program_peer.hpp"

#include <gateway/seams.hpp>

#include <optional>

namespace gateway {

/// A VCG program behind the DDC, run one cycle a turn (time mode `measured`).
///
/// The constructor makes a handshake, binds the program's ports and writes `time_mode`. Each turn
/// writes `delta_sec`, raises `run_cycle_switch`, waits until the program lowers it, and reads all
/// outputs and `execution_time` as one snapshot. The inputs are written by DdcInputs. A program
/// that has left or restarted in between is noticed, and nothing of that turn is taken.
class DdcProgram : public Controller {
  public:
    /// @throws ProgramError
    explicit DdcProgram(ProgramPeer peer);
    DdcProgram(const DdcProgram&) = delete;
    DdcProgram& operator=(const DdcProgram&) = delete;

    /// False if the peer's stop flag was set while waiting for the program.
    bool is_connected() const { return is_connected_; }

    Turn take_turn(SimTime since_last) override;
    std::string explain() const override { return failure_; }
    /// Writes all inputs as one snapshot; does nothing while the program is away.
    ddc::Status write_inputs();

    /// @name Behind a turn that was `no_answer` or `peer_lost`
    /// @{
    /// Gives the program up and looks for it, or for another one, anew.
    void expect_return(ddc::Deadline limit);
    enum class Return {
        waiting,
        same,     ///< the program that was lost
        another,  ///< one that has started since
        failed,   ///< explain() says why
        stopped,
    };
    Return await_return(ddc::Deadline until);
    /// @}

    const ProgramPeer& peer() const { return peer_; }
    InputBindings& inputs() { return inputs_; }
    /// The group has one item more than names: execution_time.
    const OutputBindings& outputs() const { return outputs_; }
    const ProgramDescription& description() const { return description_; }

    /// Output values that were outside their signal's range and were taken at its limit.
    std::uint64_t clamped_outputs() const { return clamped_outputs_; }

  private:
    Handshake::State connect(Handshake& handshake, ddc::Deadline until);
    std::string bind_ports(const ProgramDescription& description);
    std::optional<std::string> departure() const;
    TurnStatus request_cycle(SimTime since_last);
    TurnStatus await_answer();
    TurnStatus read_outputs(Turn& turn);
    bool take_port(const BoundPort<OutputFunction>& port, Command& command);
    TurnStatus fail(TurnStatus status, const std::string& reason);

    ProgramPeer peer_;
    ProgramDescription description_;
    InputBindings inputs_;
    OutputBindings outputs_;
    std::size_t execution_time_item_ = 0;  ///< of the outputs' group, so that one snapshot has all
    std::uint64_t header_writes_ = 0;
    bool is_connected_ = false;
    std::optional<Handshake> return_;  ///< while the program is away
    std::string failure_;
    std::uint64_t clamped_outputs_ = 0;
    std::uint64_t cycles_ = 0;
};

}  // namespace gateway
