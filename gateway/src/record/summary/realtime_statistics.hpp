// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/histogram.hpp>
#include <gateway/base/log.hpp>
#include <gateway/base/seams.hpp>
#include "time/realtime_pacer.hpp"

#include <optional>

namespace gateway {

/// Numbers about a realtime run, gathered turn by turn for the summary and for who looks on;
/// reports when the vehicle is lost, and when it is back.
class RealtimeStatistics : public Observer {
  public:
    /// All outlive it.
    RealtimeStatistics(const Controller& controller, const Vehicle& vehicle,
                       const RealtimePacer& pacer, Log log)
        : controller_(controller), vehicle_(vehicle), pacer_(pacer), log_(std::move(log)) {}

    void after_cycle(const CycleRecord& record) override;
    void finish(Summary& summary) override;

    std::uint64_t cycles() const { return cycles_; }
    std::uint64_t failsafe_cycles() const { return failsafe_cycles_; }
    /// How often the vehicle was lost.
    std::uint64_t vehicle_losses() const { return vehicle_losses_; }

  private:
    void see_freshness(bool is_fresh);

    const Controller& controller_;
    const Vehicle& vehicle_;
    const RealtimePacer& pacer_;
    Log log_;
    std::optional<bool> is_fresh_;  ///< as of the last turn
    bool was_vehicle_there_ = false;
    std::uint64_t cycles_ = 0;
    std::uint64_t failsafe_cycles_ = 0;
    std::uint64_t vehicle_losses_ = 0;
    Histogram output_age_;  ///< of the outputs that were taken
};

}  // namespace gateway
