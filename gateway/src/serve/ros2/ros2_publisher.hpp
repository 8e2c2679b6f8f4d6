// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"
#include "assembly/run_monitor.hpp"
#include "command_board.hpp"
#include "dds/participant.hpp"

#include <memory>
#include <vector>

namespace gateway::ros2 {

/// Publishes the vehicles of a run in ROS 2. Each program with `ros2` joins a separate domain.
class Ros2Publisher : public RunMonitor {
  public:
    /// Joins the domains. Adds Autoware to the controllers of the programs in `config` that allow
    /// it.
    /// @param config must outlive it
    /// @param log called from any thread
    /// @throws std::runtime_error if the module or a network interface does not exist
    Ros2Publisher(RunConfig& config, const Log& log);

    void begin(const Controlled& /*run*/) override {}
    std::unique_ptr<Observer> look_at(const ProgramRun& run, const Assembly& assembly) override;
    void end() noexcept override {}

  private:
    struct Member {
        std::shared_ptr<dds::Participant> participant;  ///< null without `ros2`
        std::shared_ptr<CommandBoard> commands;         ///< null if Autoware cannot drive
    };
    /// One for each program.
    std::vector<Member> members_;
};

/// @return null if no program has `ros2`
std::unique_ptr<Ros2Publisher> create_ros2(RunConfig& config, const Log& log);

}  // namespace gateway::ros2
