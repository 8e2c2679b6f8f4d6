// SPDX-License-Identifier: MIT
#pragma once

#include "loop/arbiter.hpp"
#include "vehicle_board.hpp"

namespace gateway::data_port {

/// Manual control over the data port, by `POST /api/io`. It times out by the wall clock. Does not
/// lock or allocate.
class IoController : public ManualController {
  public:
    /// @param board must outlive the controller
    IoController(VehicleBoard& board, std::chrono::nanoseconds cmd_timeout)
        : board_(board), cmd_timeout_(cmd_timeout) {}

    void look(const CycleInput& input) override;
    bool has_new_command() const override { return has_new_command_; }
    Cycle run_cycle(const CycleInput& input) override;
    void on_change_over(bool drives, const Feedback& feedback) override;
    std::string name() const override { return "the driver at the data port"; }
    std::string explain() const override {
        return "POST /api/io at the data port takes over the vehicle";
    }

  private:
    VehicleBoard& board_;
    std::chrono::nanoseconds cmd_timeout_;
    IoCommand command_;
    bool is_in_time_ = false;
    bool has_new_command_ = false;
};

}  // namespace gateway::data_port
