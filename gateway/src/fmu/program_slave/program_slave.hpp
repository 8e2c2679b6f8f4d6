// SPDX-License-Identifier: MIT
#pragma once

#include "host_process.hpp"
#include "program_package.hpp"
#include "program_variables.hpp"
#include "slave/slave.hpp"

#include <optional>

namespace gateway::fmu {

/// A program in time mode `measured`: a tick is one cycle, with the inputs at its start. Its
/// outputs are those of the tick's end, as in a run whose execution time is not longer than the
/// period.
class ProgramSlave : public Slave {
  public:
    /// @throws std::runtime_error if program.txt is invalid
    explicit ProgramSlave(const std::filesystem::path& resources);

    const SlaveInfo& info() const override { return info_; }
    /// Starts the program; one that was started before ends first.
    void initialise(const Values& values, double start_s) override;
    StepResult step(const Values& values, std::int64_t ticks) override;
    void write_outputs(Values& values) override;

  private:
    void allow_execution() const;
    void take_inputs(const Values& values);
    void exchange(const HostRequest& request, double program_limit_s);

    std::string resources_;
    ProgramPackage package_;
    SlaveInfo info_;
    ValueBlock inputs_;
    ValueBlock outputs_;
    std::optional<HostProcess> host_;
    double answer_timeout_s_ = 0;
    double start_s_ = 0;
    std::int64_t cycles_ = 0;  ///< since the start
};

}  // namespace gateway::fmu
