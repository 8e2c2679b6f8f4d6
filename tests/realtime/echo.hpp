// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <atomic>
#include <cstdint>
#include <string>

/// A plant and a program that measure from outside the age of the data in the vehicle's commands.
/// The plant sends the steady clock in ms as its x position, the program returns its x input as
/// gripped_accel, and the plant receives it as a CMD's aux_accel_target: the difference to the time
/// of sending of that CMD is the age of the state that the command was computed from. The clock
/// continues when a process dies, so that it is a counter that no restart resets.
namespace tests {

/// Measurements of the plant, shared with the test.
struct EchoLog {
    std::atomic<std::uint64_t> cmds{0};
    /// CMDs that the program has computed; fail-safe ones have another throttle.
    std::atomic<std::uint64_t> echoes{0};
    std::atomic<std::uint64_t> failsafes{0};
    /// Largest age of an echo when it was sent, in ms.
    std::atomic<double> oldest_echo_ms{0};
    /// Time of the last echo: steady clock in ns.
    std::atomic<std::int64_t> last_echo_ns{0};
    /// Makes the program return values that are not numbers.
    std::atomic<bool> gives_nan{false};
};

/// Runs without end: 200 STATEs a second to `state_port`, CMDs counted in `log`.
int echo_plant(std::uint16_t cmd_port, std::uint16_t state_port, EchoLog& log);

/// Runs without end: a dynamic program that returns each x input.
int echo_program(const std::string& table_name, ddc::Id reference_id, EchoLog& log);

/// The steady clock in ms, the same for all processes of a machine.
double steady_ms();

}  // namespace tests
