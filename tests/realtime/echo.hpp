// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <atomic>
#include <cstdint>
#include <string>

/// A plant and a program that show from outside how old what reaches the vehicle is. The plant
/// sends the steady clock in ms as its x position, the program returns the x it was shown as
/// gripped_accel, and the plant gets it back as a CMD's aux_accel_target: the difference to the
/// time at which that CMD was sent is the age of what the command was computed from. The clock
/// goes on whatever dies, so it is a counter that no restart sets back.
namespace tests {

/// What the plant has seen. Shared with the test.
struct EchoLog {
    std::atomic<std::uint64_t> cmds{0};
    /// CMDs that the program has computed, told from fail-safe ones by their throttle.
    std::atomic<std::uint64_t> echoes{0};
    std::atomic<std::uint64_t> failsafes{0};
    /// Largest age of an echo when it was sent, in ms.
    std::atomic<double> oldest_echo_ms{0};
    /// When the last echo came: steady clock in ns.
    std::atomic<std::int64_t> last_echo_ns{0};
    /// Makes the program return what is no number.
    std::atomic<bool> gives_nan{false};
};

/// Runs for ever: 200 STATEs a second to `state_port`, CMDs counted in `log`.
int echo_plant(std::uint16_t cmd_port, std::uint16_t state_port, EchoLog& log);

/// Runs for ever: a dynamic program that returns each x it is shown.
int echo_program(const std::string& table_name, ddc::Id reference_id, EchoLog& log);

/// The steady clock in ms, the same for all processes of a machine.
double steady_ms();

}  // namespace tests
