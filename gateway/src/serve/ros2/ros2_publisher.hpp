// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"
#include "assembly/run_monitor.hpp"
#include "command_board.hpp"
#include "dds/participant.hpp"

#include <memory>
#include <vector>

namespace gateway::ros2 {

/// The vehicles of a run in ROS 2: each whose program has `ros2` in a domain of its own.
class Ros2Publisher : public RunMonitor {
  public:
    /// Joins the domains. Lets Autoware drive where it may, which becomes a part of `config`.
    /// @param config outlives it
    /// @param log told from any thread
    /// @throws std::runtime_error if the module or a network interface is not there
    Ros2Publisher(RunConfig& config, const Log& log);

    void begin(const Controlled& /*run*/) override {}
    std::unique_ptr<Observer> look_at(const ProgramRun& run, const Assembly& assembly) override;
    void end() noexcept override {}

  private:
    struct Member {
        std::shared_ptr<dds::Participant> participant;  ///< null without `ros2`
        std::shared_ptr<CommandBoard> commands;         ///< null where Autoware does not drive
    };
    /// Of each program.
    std::vector<Member> members_;
};

/// Null if no program has `ros2`.
std::unique_ptr<Ros2Publisher> create_ros2(RunConfig& config, const Log& log);

}  // namespace gateway::ros2
