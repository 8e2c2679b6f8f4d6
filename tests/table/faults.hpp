// SPDX-License-Identifier: MIT
#pragma once

/// What happens at the named points inside libddc's operations (DDC_FAULT_POINTS builds).
namespace tests::faults {

/// Calls `strike` when this thread passes `point` for the `count`-th time from now on.
void arm(const char* point, int count, void (*strike)());
void disarm();

/// Predefined strikes.
void kill_myself();
void stop_myself();

}  // namespace tests::faults
