// SPDX-License-Identifier: MIT
#include "arbiter.hpp"

#include <gateway/base/held_state.hpp>

#include <algorithm>
#include <utility>

namespace gateway {

Arbiter::Arbiter(std::unique_ptr<Controller> program,
                 std::vector<std::unique_ptr<ManualController>> manual_controllers,
                 const RunControl& control, Log log)
    : program_(std::move(program)),
      manual_controllers_(std::move(manual_controllers)),
      control_(control),
      log_(std::move(log)),
      releases_(control.releases) {}

Cycle Arbiter::run_cycle(const CycleInput& input) {
    Cycle cycle = program_->run_cycle(input);
    decide(input);
    if (cycle.status != CycleStatus::ok) return cycle;
    if (driver_ == nullptr) {
        restore_state(cycle);
        return cycle;
    }
    const Cycle manual = driver_->run_cycle(input);
    note_timeout(manual.is_failsafe);
    cycle.command = manual.command;
    cycle.is_failsafe = manual.is_failsafe;
    return cycle;
}

void Arbiter::decide(const CycleInput& input) {
    for (const auto& controller : manual_controllers_) controller->look(input);
    const std::uint64_t releases = control_.releases;
    const bool is_released = std::exchange(releases_, releases) != releases;
    if (driver_ != nullptr) {
        if (is_released || driver_->gives_back()) give_back(input.feedback);
        return;
    }
    const auto controller = std::find_if(manual_controllers_.begin(), manual_controllers_.end(),
                                         [](const auto& p) { return p->has_new_command(); });
    if (controller != manual_controllers_.end()) take_over(**controller, input.feedback);
}

void Arbiter::take_over(ManualController& controller, const Feedback& feedback) {
    if (!must_restore_) found_ = command_of(feedback.report);
    must_restore_ = false;
    change_over(&controller,
                controller.name() + " drives until it is released (ddc-gateway ctl release)");
    controller.on_change_over(true, feedback);
}

void Arbiter::give_back(const Feedback& feedback) {
    ManualController& controller = *driver_;
    must_restore_ = true;
    change_over(nullptr, "the program drives again");
    controller.on_change_over(false, feedback);
}

/// A fail-safe command keeps the last state command, so the restore waits for another command.
void Arbiter::restore_state(Cycle& cycle) {
    if (cycle.is_failsafe || !std::exchange(must_restore_, false)) return;
    cycle.command.state = cycle.command.state ? on_top_of(*cycle.command.state, found_) : found_;
}

void Arbiter::note_timeout(bool is_silent) {
    if (is_silent == is_driver_silent_) return;
    is_driver_silent_ = is_silent;
    if (is_silent) ++manual_timeouts_;
    log_(driver_->name() + (is_silent ? " timed out; fail-safe command active until it drives "
                                        "again or is released"
                                      : " drives again"));
}

void Arbiter::change_over(ManualController* driver, const std::string& message) {
    driver_ = driver;
    is_driver_silent_ = false;
    ++change_overs_;
    log_(message);
}

void Arbiter::stand_by() {
    program_->stand_by();
    for (const auto& controller : manual_controllers_) controller->stand_by();
}

ControllerStatus Arbiter::status() const {
    ControllerStatus status = program_->status();
    status.is_manual = driver_ != nullptr;
    status.change_overs = change_overs_;
    status.manual_timeouts = manual_timeouts_;
    return status;
}

}  // namespace gateway
