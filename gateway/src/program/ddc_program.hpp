// SPDX-License-Identifier: MIT
#pragma once

#include "bindings.hpp"
#include "child_process.hpp"

#include <gateway/seams.hpp>

#include <ddc/table.hpp>

#include <atomic>
#include <functional>
#include <stdexcept>

namespace gateway {

/// A program that cannot be worked with. what() says what is wrong and what to do.
class ProgramError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct ProgramOptions {
    ddc::Id reference_id = ddc::first_program_id;
    std::chrono::milliseconds start_timeout{10'000};
    std::chrono::milliseconds answer_timeout{2'000};
};

/// A VCG program behind the DDC, run one cycle a turn (time mode `measured`).
///
/// Life cycle: the constructor sets `running` to false, waits until a program sets it to true and
/// its header holds, binds its ports and writes `time_mode`. Each turn writes `delta_sec`, raises
/// `run_cycle_switch`, waits until the program lowers it, and reads all outputs and
/// `execution_time` as one snapshot. The inputs are written by DdcInputs.
class DdcProgram : public Controller {
  public:
    /// Told for whom the gateway waits, about once a second.
    using Report = std::function<void(const std::string&)>;

    /// @param child the program's process if the gateway started it, else null
    /// @throws ProgramError
    DdcProgram(ddc::Table& table, const ProgramOptions& options, ChildProcess* child,
               const std::atomic<bool>& stop, Report report);

    /// False if `stop` was set while waiting for the program.
    bool connected() const { return connected_; }

    Turn take_turn(SimTime since_last) override;
    std::string explain() const override { return failure_; }

    InputBindings& inputs() { return inputs_; }
    /// The group has one item more than names: execution_time.
    const OutputBindings& outputs() const { return outputs_; }
    const ProgramDescription& description() const { return description_; }

    /// Output values that were outside their signal's range and were taken at its limit.
    std::uint64_t clamped_outputs() const { return clamped_outputs_; }
    std::uint64_t cycles() const { return cycles_; }

  private:
    ddc::Id id(ddc::Id offset) const { return options_.reference_id + offset; }
    void wait_until_running(ddc::Deadline deadline);
    void read_header(ddc::Deadline deadline);
    std::uint64_t header_writes() const;
    std::optional<std::string> program_ended();
    void bind_ports();
    TurnStatus request_cycle(SimTime since_last);
    TurnStatus await_answer();
    TurnStatus read_outputs(Turn& turn);
    bool take_port(const BoundPort<OutputFunction>& port, Command& command);
    TurnStatus fail(TurnStatus status, const std::string& reason);

    ddc::Table& table_;
    ProgramOptions options_;
    ChildProcess* child_;
    const std::atomic<bool>& stop_;
    Report report_;
    ProgramDescription description_;
    InputBindings inputs_;
    OutputBindings outputs_;
    ddc::Group request_;                   ///< delta_sec, run_cycle_switch
    std::size_t execution_time_item_ = 0;  ///< of the outputs' group, so that one snapshot has all
    bool connected_ = false;
    std::string failure_;
    std::uint64_t clamped_outputs_ = 0;
    std::uint64_t cycles_ = 0;
};

}  // namespace gateway
