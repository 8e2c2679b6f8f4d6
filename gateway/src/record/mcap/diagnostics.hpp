// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "message_sink.hpp"
#include "messages/diagnostics.hpp"
#include "safety/safety_filter.hpp"

#include <optional>
#include <string>

namespace gateway {

/// The state of program, vehicle and safety rules as a message of diagnostics, once per second of
/// simulated time. None of its functions allocates after the constructor.
class Diagnostics {
  public:
    /// @param sink and safety outlive it
    /// @param safety null without rules
    Diagnostics(MessageSink& sink, const SafetyFilter* safety);

    /// Call it in each cycle.
    void see(const CycleRecord& record);
    /// Adds the message when it is due. Call it after see(), in a cycle of the sink.
    /// @param now time of the message
    void add_if_due(SimTime now, const CycleRecord& record);

  private:
    void fill_program(const CycleRecord& record);
    void fill_vehicle(const Feedback& feedback);
    void fill_safety();

    MessageSink& sink_;
    const SafetyFilter* const safety_;
    const ddc::recording::McapId topic_;
    messages::DiagnosticArray message_;
    std::optional<SimTime> next_;     ///< when the next message is due; nothing: at once
    vehicle_interface::Rules acted_;  ///< since the last message
    std::uint64_t cycles_ = 0, failsafe_cycles_ = 0;  ///< since the last message
};

}  // namespace gateway
