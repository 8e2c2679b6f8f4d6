// SPDX-License-Identifier: MIT
#pragma once

#include "can_mapping.hpp"
#include "posix/descriptor.hpp"

#include <array>
#include <functional>
#include <string>

namespace gateway {

struct CanVehicleOptions {
    std::string interface = "can0";
    CanMapping mapping;
    /// A kind of frame that did not come for so long is lost.
    std::chrono::nanoseconds report_timeout{100'000'000};
    SimTime step{10'000'000};  ///< of the loop
};

/// A vehicle on a CAN bus, in real time. A command leaves as one frame of each kind when it is
/// applied, a step takes what has come, and neither waits. The feedback is fresh while frames of
/// every kind come.
class CanVehicle : public Vehicle {
  public:
    using Clock = std::function<SteadyTime()>;

    /// @param bus a socket of CAN frames that does not wait
    CanVehicle(CanVehicleOptions options, Descriptor bus,
               Clock clock = std::chrono::steady_clock::now);

    SimTime step() const override { return options_.step; }
    bool takes(Level level) const override { return level == Level::pedals; }
    plant::InputStatus apply(const Command& command) override;
    /// @return true: a silent vehicle is no error of the run
    bool advance() override;
    void stand_by(const Command& command) override;
    void listen() override { static_cast<void>(advance()); }
    const Feedback& feedback() const override { return feedback_; }
    /// Why there is no fresh feedback.
    std::string explain() const override;

  private:
    /// What has come of one kind of frame.
    struct Heard {
        CanReception reception;
        std::optional<SteadyTime> at;
    };
    CanVerdict take(const can_frame& frame, SteadyTime now);
    bool is_fresh(const Heard& heard, SteadyTime now) const;

    CanVehicleOptions options_;
    Descriptor bus_;
    Clock clock_;
    SteadyTime start_, looked_at_;
    VehicleStateCommand state_;  ///< commanded last
    std::uint32_t sent_ = 0;     ///< of each kind
    std::uint64_t not_sent_ = 0;
    std::vector<Heard> heard_;  ///< of each kind that is received
    std::array<std::uint64_t, can_verdicts> verdicts_{};
    Feedback feedback_;
};

}  // namespace gateway
