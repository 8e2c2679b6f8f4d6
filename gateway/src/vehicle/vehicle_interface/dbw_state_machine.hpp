// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway::vehicle_interface {

/// States of a DbwStateMachine.
enum class DbwState : std::uint8_t { disabled, enable_requested, enable_sent, enabled };

/// The name in messages, such as "ENABLE_REQUESTED".
const char* name_of(DbwState state) noexcept;

/// The state machine of drive-by-wire: passes control to a program and back.
///
/// | state            | event                          | next state                               |
/// | ---              | ---                            | ---                                      |
/// | any              | user off                       | disabled                                 |
/// | disabled         | user on                        | enable_requested                         |
/// | enable_requested | a command sent                 | stores its kind; enable_sent if both     |
/// |                  |                                | kinds had been sent before               |
/// | enable_sent      | feedback on                    | enabled                                  |
/// | enable_sent      | feedback off                   | disabled after more than `debounce`      |
/// | enabled          | feedback off                   | disabled                                 |
/// All other events change nothing.
class DbwStateMachine {
  public:
    explicit DbwStateMachine(std::uint32_t debounce) noexcept : debounce_(debounce) {}

    void user(bool is_on) noexcept;
    void feedback(bool is_on) noexcept;
    void control_sent() noexcept;
    void state_sent() noexcept;

    DbwState state() const noexcept { return state_; }
    /// The enable flag of commands.
    bool is_enabled() const noexcept;

  private:
    void sent(bool& has_sent_this_kind) noexcept;
    void reset() noexcept;

    std::uint32_t debounce_;
    DbwState state_ = DbwState::disabled;
    bool has_sent_control_ = false;
    bool has_sent_state_ = false;
    std::uint32_t refusals_ = 0;  ///< feedbacks `off` since the request
};

}  // namespace gateway::vehicle_interface
