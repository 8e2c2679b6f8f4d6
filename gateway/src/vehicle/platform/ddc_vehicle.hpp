// SPDX-License-Identifier: MIT
#pragma once

#include "platform.hpp"

#include <ddc/group.hpp>
#include <ddc/table.hpp>

namespace gateway {

struct DdcVehicleOptions {
    ddc::Id reference_id = 0x6000;  ///< of its first entry
    std::chrono::nanoseconds state_timeout{100'000'000};
    SimTime step{10'000'000};  ///< of the loop
};

/// Entries of such a vehicle, counted from its reference id; docs/reference/ddc-vehicle.md explains
/// them. Each side writes its block as one group. A count that has increased is a new command or
/// report.
namespace ddc_vehicle {

enum CommandEntry : ddc::Id {
    command_count,  // int32
    steer_rad,      // real64, as are both pedals
    throttle,
    brake,
    gear,  // int32, as are all codes
    blinker,
    headlight,
    wiper,
    mode,
    hand_brake,  // bool
    horn,        // bool
    command_size,
};

enum ReportEntry : ddc::Id {
    report_count = 16,  // int32
    sim_time_s,         // real64, as is all of the motion
    x_m,
    y_m,
    yaw_rad,
    vx_mps,
    vy_mps,
    yaw_rate_radps,
    ax_mps2,
    ay_mps2,
    steer_applied_rad,
    throttle_applied,
    brake_applied,
    reported_gear,  // int32, as are all codes and the fuel
    reported_blinker,
    reported_headlight,
    reported_wiper,
    reported_mode,
    reported_hand_brake,  // bool
    reported_horn,        // bool
    fuel_percent,
    report_end,
};

}  // namespace ddc_vehicle

/// A vehicle that is simulated by another program of the same table. A step reads the newest
/// report; the vehicle is lost if there was no new one for state_timeout.
class DdcVehicle : public Platform {
  public:
    /// @param table must outlive this object
    /// @throws std::invalid_argument if its entries are not inside the table
    DdcVehicle(const DdcVehicleOptions& options, ddc::Table& table,
               Clock clock = std::chrono::steady_clock::now);

    /// Why there is no new feedback, for the user.
    std::string explain() const override;

  private:
    void send(const PedalCommand& pedals, const VehicleStateCommand& state) override;
    bool receive(SteadyTime now, Feedback& feedback) override;
    bool take_report(Feedback& feedback) noexcept;
    bool is_whole() const noexcept;
    void set_motion(Feedback& feedback) const noexcept;
    void set_state(VehicleStateReport& report) const noexcept;
    double number(ddc_vehicle::ReportEntry entry) const noexcept;
    template <class Code>
    Code code(ddc_vehicle::ReportEntry entry) const noexcept;

    DdcVehicleOptions options_;
    ddc::Table& table_;
    ddc::Group command_;
    ddc::Group report_;
    std::uint32_t count_ = 0;  ///< of commands; the entry has the same bits
    std::optional<std::int32_t>
        seen_;  ///< report_count of the newest report, also of a rejected one
    std::uint64_t refused_ = 0;
    std::optional<SteadyTime> taken_at_;
};

}  // namespace gateway
