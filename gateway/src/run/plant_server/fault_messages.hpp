// SPDX-License-Identifier: MIT
#pragma once

#include "fault/fault_board.hpp"
#include "mcap/message_sink.hpp"

#include <cstddef>
#include <string>

namespace gateway {

/// The messages of one topic with a boolean for each fault of a vehicle: whether it is active.
class FaultMessages {
  public:
    /// Adds the topic. @param faults outlive it
    FaultMessages(MessageSink& sink, const std::string& topic, const FaultBoard& faults);

    /// Adds a message with the present states. Neither blocks nor allocates.
    void add_to(MessageSink& sink, SimTime now) const noexcept;

  private:
    const FaultBoard* faults_;
    ddc::recording::McapId topic_ = 0;
    std::size_t size_ = 0;  ///< of a message in bytes
};

}  // namespace gateway
