// SPDX-License-Identifier: MIT
#pragma once

#include "can_mapping.hpp"

#include "platform/platform.hpp"
#include "posix/descriptor.hpp"

#include <array>
#include <string>

namespace gateway {

struct CanVehicleOptions {
    std::string interface = "can0";
    CanMapping mapping;
    /// A kind of frame that did not come for so long is lost.
    std::chrono::nanoseconds report_timeout{100'000'000};
    SimTime step{10'000'000};  ///< of the loop
};

/// A vehicle on a CAN bus. A command leaves as one frame of each kind; the vehicle is there while
/// frames of every kind come.
class CanVehicle : public Platform {
  public:
    /// @param bus a socket of CAN frames that does not wait
    CanVehicle(CanVehicleOptions options, Descriptor bus,
               Clock clock = std::chrono::steady_clock::now);

    /// Why there is no fresh feedback.
    std::string explain() const override;

  private:
    /// What has come of one kind of frame.
    struct Heard {
        CanReception reception;
        std::optional<SteadyTime> at;
    };
    void send(const PedalCommand& pedals, const VehicleStateCommand& state) override;
    bool receive(SteadyTime now, Feedback& feedback) override;
    CanVerdict take(const can_frame& frame, SteadyTime now, Feedback& feedback);
    bool is_fresh(const Heard& heard, SteadyTime now) const;

    CanVehicleOptions options_;
    Descriptor bus_;
    SteadyTime start_, looked_at_;
    std::uint32_t sent_ = 0;  ///< of each kind
    std::uint64_t not_sent_ = 0;
    std::vector<Heard> heard_;  ///< of each kind that is received
    std::array<std::uint64_t, can_verdicts> verdicts_{};
};

}  // namespace gateway
