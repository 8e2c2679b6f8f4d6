// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>

#include <ddc/table.hpp>

#include <chrono>

namespace gateway {

/// The steady clock, and the wait for a program. Tests have a clock that advances only while a
/// thread waits.
class ProgramClock {
  public:
    virtual ~ProgramClock() = default;
    virtual SteadyTime now() const noexcept;
    /// As ddc::Table::wait_for_change().
    virtual ddc::Status wait_for_change(const ddc::Table& table, const ddc::Watch* watches,
                                        std::size_t count, SteadyTime deadline,
                                        ddc::OnSignal on_signal) const noexcept;
};

/// Longest time between checks of the stop flag and of the program's process.
constexpr std::chrono::milliseconds wait_slice{50};
/// Time between two reports of what is waited for.
constexpr std::chrono::milliseconds report_every{1000};

/// The clock of the machine.
const ProgramClock& real_clock() noexcept;

}  // namespace gateway
