// SPDX-License-Identifier: MIT
#pragma once

#include "fault_schedule/fault_schedule.hpp"

#include <memory>
#include <string>
#include <utility>

namespace gateway {

/// A controller in whose cycles faults begin and end, before it gets its inputs.
class FaultedController : public Controller {
  public:
    /// @param schedule outlives this; must be bound before the first cycle
    FaultedController(std::unique_ptr<Controller> controller, FaultSchedule& schedule)
        : controller_(std::move(controller)), schedule_(schedule) {}

    Cycle run_cycle(const CycleInput& input) override {
        schedule_.begin_cycle(input);
        return controller_->run_cycle(input);
    }
    void stand_by() override { controller_->stand_by(); }
    ControllerStatus status() const override { return controller_->status(); }
    std::string explain() const override { return controller_->explain(); }

  private:
    std::unique_ptr<Controller> controller_;
    FaultSchedule& schedule_;
};

}  // namespace gateway
