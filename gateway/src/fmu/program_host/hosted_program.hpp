// SPDX-License-Identifier: MIT
#pragma once

#include "../program_slave/program_package.hpp"
#include "../program_slave/value_block.hpp"

#include "binding/program_description.hpp"
#include "cycle/answer_watch.hpp"
#include "process/child_process.hpp"
#include "process/own_table.hpp"
#include "process/program_peer.hpp"

#include <ddc/claim.hpp>
#include <ddc/group.hpp>

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace gateway::fmu {

/// Longest waits for a program.
struct ProgramLimits {
    std::chrono::milliseconds start;   ///< until its header is complete
    std::chrono::milliseconds answer;  ///< for a cycle
};

/// The program of an FMU in a private table, executed in time mode `measured`. It ends with the
/// object, and so does the table.
class HostedProgram {
  public:
    /// Starts the program and waits for its header.
    /// @param resources the FMU's folder, absolute
    /// @param stop ends every wait when it becomes true
    /// @param report gets warnings about the program
    /// @throws std::runtime_error if the program cannot be started, does not become ready, or has
    /// other ports than the package
    HostedProgram(const ProgramPackage& package, const std::string& resources,
                  const ProgramLimits& limits, const std::atomic<bool>& stop, Log report);

    ValueBlock& inputs() noexcept { return inputs_.values; }
    ValueBlock& outputs() noexcept { return outputs_.values; }

    /// Executes one cycle: inputs and outputs are one snapshot each.
    /// @param delta_s simulated time since the cycle before, 0 in the first
    /// @throws std::runtime_error if the program does not answer, has ended or has restarted
    void run_cycle(double delta_s);
    /// Reads the outputs as one snapshot. An entry that the program has not written keeps its
    /// value. @throws std::runtime_error if an entry has another type
    void read_outputs();

  private:
    /// One direction: the entries, and their values.
    struct Side {
        explicit Side(const ProgramPackage& package, bool is_input);
        std::vector<PackedVariable> variables;
        ddc::Group group;
        ValueBlock values;
    };
    void connect(const std::string& resources, const ProgramPackage& package);
    void bind(const ProgramDescription& description);

    const std::atomic<bool>& stop_;
    Side inputs_;
    Side outputs_;
    OwnTable table_;
    ddc::Claim claim_;
    ProgramPeer peer_;
    std::unique_ptr<ChildProcess> child_;
    std::uint64_t header_writes_ = 0;
    AnswerWatch answers_;
};

}  // namespace gateway::fmu
