// SPDX-License-Identifier: MIT
#pragma once

#include "command_board.hpp"
#include "loop/arbiter.hpp"

namespace gateway::ros2 {

/// Control by Autoware or another node of ROS 2. Its first command takes over the vehicle while it
/// is engaged and its mode is autonomous; otherwise it returns the vehicle. It times out after 0.5
/// s of simulated time without a command.
class AutowareController : public ManualController {
  public:
    explicit AutowareController(std::shared_ptr<const CommandBoard> board)
        : board_(std::move(board)) {}

    void look(const CycleInput& input) override;
    bool has_new_command() const override { return has_new_command_ && received_.may_drive(); }
    std::vector<Level> levels() const override { return board_->levels(); }
    bool gives_back() const override { return !received_.may_drive(); }
    /// After the vehicle was returned or released, another writer may take over.
    void on_change_over(bool drives, const Feedback& /*feedback*/) override {
        if (!drives) board_->release();
    }
    Cycle run_cycle(const CycleInput& input) override;
    std::string name() const override { return board_->name(); }
    std::string explain() const override;

  private:
    std::shared_ptr<const CommandBoard> board_;
    ReceivedCommands received_;
    SimTime last_command_{0};
    bool has_new_command_ = false;
};

}  // namespace gateway::ros2
