// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/dbw_state_machine.hpp"
#include "vehicle_interface/rules.hpp"

namespace gateway::vehicle_interface {

/// During manual control no command reaches the vehicle. It begins with a report of the mode MANUAL
/// or DISENGAGED. It ends with a request for the mode AUTONOMOUS, whose progress is the state of
/// the drive-by-wire state machine. A program that requested AUTONOMOUS all the time must first
/// send a state command without the request.
class ManualControl {
  public:
    explicit ManualControl(std::uint32_t debounce) noexcept : dbw_(debounce) {}

    /// @return true if manual control begins with this report
    bool take_report(DrivingMode mode) noexcept {
        const bool is_driver = mode == DrivingMode::manual || mode == DrivingMode::disengaged;
        if (!is_driver && mode != DrivingMode::autonomous) return false;
        const bool reached_vehicle = passes();
        if (is_detected_)
            dbw_.feedback(!is_driver);
        else
            is_detected_ = is_driver;
        if (dbw_.state() == DbwState::enabled) {
            is_detected_ = false;
            dbw_.user(false);
        }
        return reached_vehicle && !passes();
    }

    /// Processes a state command of a controller, before it is sent.
    /// @param is_refused whether another rule has removed the mode from it
    void take_request(DrivingMode asked, bool is_refused) noexcept {
        const bool is_request = asked == DrivingMode::autonomous;
        if (is_detected_ && is_request && !was_request_ && !is_refused) dbw_.user(true);
        if (asked == DrivingMode::manual) dbw_.user(false);
        was_request_ = is_request;
    }

    bool passes() const noexcept { return !is_detected_ || dbw_.state() != DbwState::disabled; }

    void note_sent(bool has_state) noexcept {
        dbw_.control_sent();
        if (has_state) dbw_.state_sent();
    }

  private:
    DbwStateMachine dbw_;
    bool is_detected_ = false;
    bool was_request_ = false;
};

/// Sends no commands during manual control.
inline Outcome hold_back(SafeCommands& safe) noexcept {
    safe.control.reset();
    safe.state.reset();
    return action(Report::manual_control);
}

}  // namespace gateway::vehicle_interface
