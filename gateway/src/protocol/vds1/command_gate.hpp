// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include "stream_acceptance.hpp"

#include <cstdint>

namespace gateway::vdsim {

enum class GateStatus {
    accepted,
    out_of_order,      ///< not newer than the last accepted one, as StreamAcceptance has it
    other_controller,  ///< the vehicle belongs to another sender that is still alive
};

/// Which valid CMDs a vehicle listens to: one sender's at a time, and of those what
/// vds1::StreamAcceptance accepts. Reads no clock.
///
/// | state | event                                          | answer and next state            |
/// | ---   | ---                                            | ---                              |
/// | free  | CMD that the stream accepts                    | accepted; held by its sender     |
/// | held  | CMD of the holder that the stream accepts      | accepted                         |
/// | any   | CMD that the stream refuses                    | out_of_order                     |
/// | held  | CMD of another sender                          | other_controller                 |
/// | free  | claim                                          | accepted; held                   |
/// | held  | claim                                          | accepted if it is the holder's   |
/// | held  | nothing accepted for `timeout` (steady clock)  | free                             |
/// | held  | let_go                                         | free                             |
///
/// The stream goes on whoever held the vehicle meanwhile: what was old stays old.
class CommandGate {
  public:
    explicit CommandGate(std::chrono::nanoseconds timeout) : timeout_(timeout), stream_(timeout) {}

    void set_timeout(std::chrono::nanoseconds timeout) noexcept {
        timeout_ = timeout;
        stream_.set_timeout(timeout);
    }

    void let_go() noexcept { ever_held_ = false; }

    GateStatus admit(const Endpoint& from, const vds1::Header& header, SteadyTime now) noexcept;
    /// A command without a number, of a sender that no datagram comes from.
    GateStatus claim(const Endpoint& who, SteadyTime now) noexcept;

    bool is_held(SteadyTime now) const noexcept {
        return ever_held_ && now - last_accepted_ < timeout_;
    }
    /// Of the last CMD that was accepted.
    std::uint32_t sequence() const noexcept { return stream_.sequence(); }
    /// @name Of the last command that was accepted
    /// @{
    const Endpoint& holder() const noexcept { return holder_; }
    SteadyTime accepted_at() const noexcept { return last_accepted_; }
    /// @}

  private:
    std::chrono::nanoseconds timeout_;
    vds1::StreamAcceptance stream_;
    bool ever_held_ = false;
    Endpoint holder_;
    SteadyTime last_accepted_;
};

}  // namespace gateway::vdsim
