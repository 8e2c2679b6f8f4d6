// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>

#include <ddc/table.hpp>

#include <chrono>

namespace gateway {

/// The steady clock, and the wait for a program that ends by it. A test has one that goes on only
/// while a thread waits.
class ProgramClock {
  public:
    virtual ~ProgramClock() = default;
    virtual SteadyTime now() const noexcept;
    /// Of `table`, as its own.
    virtual ddc::Status wait_for_change(const ddc::Table& table, const ddc::Watch* watches,
                                        std::size_t count, SteadyTime deadline,
                                        ddc::OnSignal on_signal) const noexcept;
};

/// Longest time without a look at the stop flag and at the program's process.
constexpr std::chrono::milliseconds wait_slice{50};
/// From one report on what is waited for to the next.
constexpr std::chrono::milliseconds report_every{1000};

/// The real one.
const ProgramClock& real_clock() noexcept;

}  // namespace gateway
