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
    /// The vehicle is lost if a kind of frame was not received for this time.
    std::chrono::nanoseconds report_timeout{100'000'000};
    SimTime step{10'000'000};  ///< of the loop
};

/// A vehicle on a CAN bus. A command is sent as one frame of each kind. The vehicle is connected
/// while frames of every kind arrive.
class CanVehicle : public Platform {
  public:
    /// @param bus a non-blocking socket for CAN frames
    CanVehicle(CanVehicleOptions options, Descriptor bus,
               Clock clock = std::chrono::steady_clock::now);

    /// Why there is no new feedback, for the user.
    std::string explain() const override;

  private:
    /// The last frame of one kind.
    struct Received {
        CanReception reception;
        std::optional<SteadyTime> at;
    };
    void send(const PedalCommand& pedals, const VehicleStateCommand& state) override;
    bool receive(SteadyTime now, Feedback& feedback) override;
    CanVerdict take(const can_frame& frame, SteadyTime now, Feedback& feedback);
    bool is_fresh(const Received& received, SteadyTime now) const;

    CanVehicleOptions options_;
    Descriptor bus_;
    SteadyTime start_, read_at_;
    std::uint32_t sent_ = 0;  ///< frames of each kind
    std::uint64_t not_sent_ = 0;
    std::vector<Received> received_;  ///< one for each kind
    std::array<std::uint64_t, can_verdicts> verdicts_{};
};

}  // namespace gateway
