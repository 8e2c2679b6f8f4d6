// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/time.hpp>

#include <ddc/table.hpp>

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

/// The real one.
const ProgramClock& real_clock() noexcept;

}  // namespace gateway
