// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/realtime_runner.hpp>
#include "../vds1/endpoint.hpp"

#include <cstdint>

namespace gateway::vdsim {

enum class GateStatus {
    accepted,
    out_of_order,      ///< as old as the last accepted one, or older
    other_controller,  ///< the vehicle belongs to another sender that is still alive
};

/// Which valid CMDs a vehicle listens to: one sender's at a time, each newer than the one before.
/// Reads no clock. A sender begins with sequence 0 and repeats it until it must have arrived, also
/// when it begins again, so 0 is always taken from the holder.
///
/// | state | event                                          | answer and next state            |
/// | ---   | ---                                            | ---                              |
/// | free  | CMD                                            | accepted; held by its sender     |
/// | held  | CMD of the holder, sequence newer, or 0        | accepted                         |
/// | held  | CMD of the holder, sequence equal or older     | out_of_order                     |
/// | held  | CMD of another sender                          | other_controller                 |
/// | held  | no CMD accepted for `timeout` (steady clock)   | free: any sender, any sequence   |
/// | held  | let_go                                         | free                             |
class CommandGate {
  public:
    explicit CommandGate(std::chrono::nanoseconds timeout) : timeout_(timeout) {}

    void set_timeout(std::chrono::nanoseconds timeout) noexcept { timeout_ = timeout; }

    void let_go() noexcept { ever_held_ = false; }

    GateStatus admit(const vds1::Endpoint& from, std::uint32_t sequence, SteadyTime now) noexcept;

    bool is_held(SteadyTime now) const noexcept {
        return ever_held_ && now - last_accepted_ < timeout_;
    }
    /// @name Of the last CMD that was accepted
    /// @{
    const vds1::Endpoint& holder() const noexcept { return holder_; }
    std::uint32_t sequence() const noexcept { return sequence_; }
    SteadyTime accepted_at() const noexcept { return last_accepted_; }
    /// @}

  private:
    std::chrono::nanoseconds timeout_;
    bool ever_held_ = false;
    vds1::Endpoint holder_;
    std::uint32_t sequence_ = 0;
    SteadyTime last_accepted_;
};

}  // namespace gateway::vdsim
