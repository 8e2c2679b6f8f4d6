// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include "stream_acceptance.hpp"

#include <cstdint>

namespace gateway::vdsim {

/// Why a CMD is used or not.
enum class GateStatus {
    accepted,
    out_of_order,      ///< not accepted by StreamAcceptance: not newer than the last accepted one
    other_controller,  ///< the vehicle is held by another sender that is not timed out
};

/// Decides which valid CMDs a vehicle uses: those of one sender at a time, as far as
/// vds1::StreamAcceptance accepts them. Reads no clock.
///
/// | state | event                                          | result and next state            |
/// | ---   | ---                                            | ---                              |
/// | free  | CMD that the stream accepts                    | accepted; held by its sender     |
/// | held  | CMD of the holder that the stream accepts      | accepted                         |
/// | any   | CMD that the stream rejects                    | out_of_order                     |
/// | held  | CMD of another sender                          | other_controller                 |
/// | free  | claim                                          | accepted; held                   |
/// | held  | claim                                          | accepted if it is the holder's   |
/// | held  | nothing accepted for `timeout` (steady clock)  | free                             |
/// | held  | release                                        | free                             |
///
/// The stream continues when the holder changes: an old CMD stays old.
class CommandGate {
  public:
    explicit CommandGate(std::chrono::nanoseconds timeout) : timeout_(timeout), stream_(timeout) {}

    void set_timeout(std::chrono::nanoseconds timeout) noexcept {
        timeout_ = timeout;
        stream_.set_timeout(timeout);
    }

    void release() noexcept { ever_held_ = false; }

    GateStatus admit(const Endpoint& from, const vds1::Header& header, SteadyTime now) noexcept;
    /// A command without a number, from a sender that sends no datagrams.
    GateStatus claim(const Endpoint& sender, SteadyTime now) noexcept;

    bool is_held(SteadyTime now) const noexcept {
        return ever_held_ && now - last_accepted_ < timeout_;
    }
    /// The number of the CMD that was accepted last.
    std::uint32_t sequence() const noexcept { return stream_.sequence(); }
    /// @name Of the command that was accepted last
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
