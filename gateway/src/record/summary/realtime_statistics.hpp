// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/histogram.hpp>
#include <gateway/base/log.hpp>
#include <gateway/base/seams.hpp>
#include "time/realtime_pacer.hpp"

#include <optional>

namespace gateway {

/// Collects numbers about a realtime run in each cycle, for the summary and for monitors; logs when
/// the vehicle is lost, and when it is back.
class RealtimeStatistics : public Observer {
  public:
    /// All parameters outlive this.
    RealtimeStatistics(const Controller& controller, const Vehicle& vehicle,
                       const RealtimePacer& pacer, Log log)
        : controller_(controller), vehicle_(vehicle), pacer_(pacer), log_(std::move(log)) {}

    void after_cycle(const CycleRecord& record) override;
    void finish(Summary& summary) override;

    std::uint64_t cycles() const { return cycles_; }
    std::uint64_t failsafe_cycles() const { return failsafe_cycles_; }
    /// Age of the outputs in the last cycle; nothing with the fail-safe command.
    std::optional<std::chrono::nanoseconds> output_age() const { return last_output_age_; }
    /// The number of losses of the vehicle.
    std::uint64_t vehicle_losses() const { return vehicle_losses_; }

  private:
    void see_freshness(bool is_fresh);

    const Controller& controller_;
    const Vehicle& vehicle_;
    const RealtimePacer& pacer_;
    Log log_;
    std::optional<bool> is_fresh_;  ///< in the last cycle
    bool was_vehicle_there_ = false;
    std::uint64_t cycles_ = 0;
    std::uint64_t failsafe_cycles_ = 0;
    std::uint64_t vehicle_losses_ = 0;
    std::optional<std::chrono::nanoseconds> last_output_age_;
    Histogram output_age_;  ///< of the outputs that were used
};

}  // namespace gateway
