// SPDX-License-Identifier: MIT
#include "program_clock.hpp"

namespace gateway {

SteadyTime ProgramClock::now() const noexcept {
    return std::chrono::steady_clock::now();
}

ddc::Status ProgramClock::wait_for_change(const ddc::Table& table, const ddc::Watch* watches,
                                          std::size_t count, SteadyTime deadline,
                                          ddc::OnSignal on_signal) const noexcept {
    return table.wait_for_change(watches, count, deadline, on_signal);
}

const ProgramClock& real_clock() noexcept {
    static const ProgramClock clock;
    return clock;
}

}  // namespace gateway
