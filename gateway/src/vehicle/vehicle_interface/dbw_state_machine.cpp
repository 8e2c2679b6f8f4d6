// SPDX-License-Identifier: MIT
#include "dbw_state_machine.hpp"

namespace gateway::vehicle_interface {

const char* name_of(DbwState state) noexcept {
    switch (state) {
        case DbwState::disabled:
            return "DISABLED";
        case DbwState::enable_requested:
            return "ENABLE_REQUESTED";
        case DbwState::enable_sent:
            return "ENABLE_SENT";
        case DbwState::enabled:
            break;
    }
    return "ENABLED";
}

void DbwStateMachine::user(bool is_on) noexcept {
    if (!is_on) reset();
    if (is_on && state_ == DbwState::disabled) state_ = DbwState::enable_requested;
}

void DbwStateMachine::feedback(bool is_on) noexcept {
    if (state_ == DbwState::enabled && !is_on) {
        reset();
    } else if (state_ == DbwState::enable_sent && is_on) {
        state_ = DbwState::enabled;
        refusals_ = 0;
    } else if (state_ == DbwState::enable_sent && ++refusals_ > debounce_) {
        reset();
    }
}

void DbwStateMachine::control_sent() noexcept {
    sent(has_sent_control_);
}

void DbwStateMachine::state_sent() noexcept {
    sent(has_sent_state_);
}

void DbwStateMachine::sent(bool& has_sent_this_kind) noexcept {
    if (state_ != DbwState::enable_requested) return;
    if (is_enabled()) state_ = DbwState::enable_sent;
    has_sent_this_kind = true;
}

void DbwStateMachine::reset() noexcept {
    *this = DbwStateMachine(debounce_);
}

bool DbwStateMachine::is_enabled() const noexcept {
    switch (state_) {
        case DbwState::disabled:
            return false;
        case DbwState::enable_requested:
            return has_sent_control_ && has_sent_state_;
        case DbwState::enable_sent:
        case DbwState::enabled:
            break;
    }
    return true;
}

}  // namespace gateway::vehicle_interface
