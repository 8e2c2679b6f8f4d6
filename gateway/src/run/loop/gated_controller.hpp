// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "control/step_gate.hpp"

#include <functional>
#include <memory>

namespace gateway {

/// A controller whose cycles do not begin during a pause.
class GatedController : public Controller {
  public:
    /// @param gate outlives it
    /// @param while_paused called repeatedly during a pause
    GatedController(
        std::unique_ptr<Controller> controller, StepGate& gate,
        std::function<void()> while_paused = [] {})
        : controller_(std::move(controller)), gate_(gate), while_paused_(std::move(while_paused)) {}

    Cycle run_cycle(const CycleInput& input) override {
        const auto stand_by = [this] {
            controller_->stand_by();
            while_paused_();
        };
        if (gate_.await_cycle(input.now, stand_by)) return controller_->run_cycle(input);
        Cycle cycle;
        cycle.status = CycleStatus::stopped;
        return cycle;
    }
    void stand_by() override { controller_->stand_by(); }
    ControllerStatus status() const override { return controller_->status(); }
    std::string explain() const override { return controller_->explain(); }

  private:
    std::unique_ptr<Controller> controller_;
    StepGate& gate_;
    std::function<void()> while_paused_;
};

}  // namespace gateway
