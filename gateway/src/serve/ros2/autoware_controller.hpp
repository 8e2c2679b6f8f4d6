// SPDX-License-Identifier: MIT
#pragma once

#include "command_board.hpp"
#include "loop/arbiter.hpp"

namespace gateway::ros2 {

/// Autoware, or another node of ROS 2, instead of a person: its first command takes the vehicle
/// over, as long as it is engaged and its mode is autonomous; else it gives the vehicle back.
/// Silent without a command for 0.5 s of simulated time.
class AutowareController : public ManualController {
  public:
    explicit AutowareController(std::shared_ptr<const CommandBoard> board)
        : board_(std::move(board)) {}

    void look(const CycleInput& input) override;
    bool has_new_command() const override { return has_new_command_ && asked_.may_drive(); }
    std::vector<Level> levels() const override { return board_->levels(); }
    bool gives_back() const override { return !asked_.may_drive(); }
    /// When it has lost the vehicle, also by a release, another writer may take it.
    void on_change_over(bool drives, const Feedback& /*feedback*/) override {
        if (!drives) board_->give_back();
    }
    Cycle run_cycle(const CycleInput& input) override;
    std::string name() const override { return board_->name(); }
    std::string explain() const override;

  private:
    std::shared_ptr<const CommandBoard> board_;
    Asked asked_;
    SimTime last_command_{0};
    bool has_new_command_ = false;
};

}  // namespace gateway::ros2
