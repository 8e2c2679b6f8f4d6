// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/dbw_state_machine.hpp"
#include "vehicle_interface/rules.hpp"

namespace gateway::vehicle_interface {

/// While a person drives no command reaches the vehicle. A report of the mode MANUAL or DISENGAGED
/// shows that; what ends it is a request for the mode AUTONOMOUS, and then the drive-by-wire state
/// machine says how far that has got. A program that asked for it all the time asks anew only
/// after a state command that did not.
class ManualControl {
  public:
    explicit ManualControl(std::uint32_t debounce) noexcept : dbw_(debounce) {}

    /// @return true if this report is the one that shows a person driving
    bool take_report(DrivingMode mode) noexcept {
        const bool by_person = mode == DrivingMode::manual || mode == DrivingMode::disengaged;
        if (!by_person && mode != DrivingMode::autonomous) return false;
        const bool reached_vehicle = passes();
        if (is_detected_)
            dbw_.feedback(!by_person);
        else
            is_detected_ = by_person;
        if (dbw_.state() == DbwState::enabled) {
            is_detected_ = false;
            dbw_.user(false);
        }
        return reached_vehicle && !passes();
    }

    /// A state command of a controller, before anything is sent.
    /// @param is_refused whether another rule took the mode out of it
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

/// Nothing leaves while a person drives.
inline Outcome hold_back(SafeCommands& safe) noexcept {
    safe.control.reset();
    safe.state.reset();
    return action(Report::manual_control);
}

}  // namespace gateway::vehicle_interface
