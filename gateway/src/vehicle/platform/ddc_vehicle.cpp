// SPDX-License-Identifier: MIT
#include "ddc_vehicle.hpp"

#include <plant/sensor_table.hpp>

#include <spdlog/fmt/fmt.h>

#include <cmath>

namespace gateway {
namespace {

using namespace ddc_vehicle;

ddc::Type type_of(CommandEntry entry) {
    if (entry == hand_brake || entry == horn) return ddc::Type::boolean;
    return entry >= steer_rad && entry <= brake ? ddc::Type::real64 : ddc::Type::int32;
}

bool is_motion(ReportEntry entry) {
    return entry >= sim_time_s && entry <= brake_applied;
}

ddc::Type type_of(ReportEntry entry) {
    if (entry == reported_hand_brake || entry == reported_horn) return ddc::Type::boolean;
    return is_motion(entry) ? ddc::Type::real64 : ddc::Type::int32;
}

/// A group of the entries from `first` to `end`, excluding `end`.
template <class Entry>
ddc::Group block(ddc::Id reference_id, Entry first, Entry end) {
    ddc::Group group;
    for (ddc::Id id = first; id < end; ++id)
        group.add(reference_id + id, type_of(static_cast<Entry>(id)));
    return group;
}

std::size_t item_of(ReportEntry entry) {
    return static_cast<std::size_t>(entry - report_count);
}

template <class Code>
std::int32_t as_int32(Code code) {
    return static_cast<std::int32_t>(code);
}

}  // namespace

DdcVehicle::DdcVehicle(const DdcVehicleOptions& options, ddc::Table& table, Clock clock)
    : Platform(options.step, std::move(clock)),
      options_(options),
      table_(table),
      command_(block(options.reference_id, command_count, command_size)),
      report_(block(options.reference_id, report_count, report_end)) {
    if (options.reference_id < 0 || options.reference_id > table.capacity() - report_end)
        throw std::invalid_argument(
            fmt::format("vehicle.ddc.reference_id: {:#x} and the {} entries from there are not all "
                        "in the table, which has {}",
                        options.reference_id, int{report_end}, table.capacity()));
    if (table_.read(report_) == ddc::Status::ok) seen_ = report_.int32(0);  // of an earlier run
    if (std::int32_t last = 0;
        table_.read(options.reference_id + command_count, last) == ddc::Status::ok)
        count_ = static_cast<std::uint32_t>(last);
}

void DdcVehicle::send(const PedalCommand& pedals, const VehicleStateCommand& state) {
    command_.set(command_count, static_cast<std::int32_t>(++count_));
    command_.set(steer_rad, pedals.steer_rad);
    command_.set(throttle, pedals.throttle);
    command_.set(brake, pedals.brake);
    command_.set(gear, as_int32(state.gear));
    command_.set(blinker, as_int32(state.blinker));
    command_.set(headlight, as_int32(state.headlight));
    command_.set(wiper, as_int32(state.wiper));
    command_.set(mode, as_int32(state.mode));
    command_.set(hand_brake, state.hand_brake);
    command_.set(horn, state.horn);
    static_cast<void>(table_.write(command_));
}

bool DdcVehicle::receive(SteadyTime now, Feedback& feedback) {
    if (take_report(feedback)) taken_at_ = now;
    return taken_at_ && now - *taken_at_ < options_.state_timeout;
}

bool DdcVehicle::take_report(Feedback& feedback) noexcept {
    if (table_.read(report_) != ddc::Status::ok) return false;
    const std::int32_t count = report_.int32(item_of(report_count));
    if (seen_ == count) return false;
    seen_ = count;
    if (!is_whole()) {
        ++refused_;
        return false;
    }
    set_motion(feedback);
    set_state(feedback.report);
    return true;
}

/// A time that does not fit in the nanoseconds of simulated time is rejected as one that is not
/// finite.
bool DdcVehicle::is_whole() const noexcept {
    constexpr double longest_s = 9e9;
    if (!(std::abs(number(sim_time_s)) < longest_s)) return false;
    for (ddc::Id id = report_count; id < report_end; ++id) {
        const auto entry = static_cast<ReportEntry>(id);
        if (is_motion(entry) && !std::isfinite(number(entry))) return false;
    }
    return true;
}

double DdcVehicle::number(ReportEntry entry) const noexcept {
    return report_.real64(item_of(entry));
}

/// An undefined code becomes unknown.
template <class Code>
Code DdcVehicle::code(ReportEntry entry) const noexcept {
    const std::int32_t value = report_.int32(item_of(entry));
    const auto code = static_cast<Code>(value);
    return as_int32(code) == value && is_known(code) ? code : Code::no_command;
}

void DdcVehicle::set_motion(Feedback& feedback) const noexcept {
    plant::State& motion = feedback.state;
    feedback.sim_time =
        std::chrono::round<SimTime>(std::chrono::duration<double>(number(sim_time_s)));
    motion.position_m.x() = number(x_m);
    motion.position_m.y() = number(y_m);
    motion.yaw_rad = number(yaw_rad);
    motion.velocity_mps.x() = number(vx_mps);
    motion.velocity_mps.y() = number(vy_mps);
    motion.angular_velocity_radps.z() = number(yaw_rate_radps);
    feedback.ax_mps2 = number(ax_mps2);
    feedback.ay_mps2 = number(ay_mps2);
    feedback.steer_applied_rad = number(steer_applied_rad);
    feedback.throttle_applied = number(throttle_applied);
    feedback.brake_applied = number(brake_applied);
    feedback.sensors = plant::ideal_readings(feedback);
}

void DdcVehicle::set_state(VehicleStateReport& report) const noexcept {
    report.gear = code<Gear>(reported_gear);
    report.blinker = code<Blinker>(reported_blinker);
    report.headlight = code<Headlight>(reported_headlight);
    report.wiper = code<Wiper>(reported_wiper);
    report.mode = code<DrivingMode>(reported_mode);
    report.hand_brake = report_.boolean(item_of(reported_hand_brake));
    report.horn = report_.boolean(item_of(reported_horn));
    const std::int32_t fuel = report_.int32(item_of(ddc_vehicle::fuel_percent));
    report.fuel_percent.reset();
    if (fuel >= 0 && fuel <= 100) report.fuel_percent = static_cast<std::uint8_t>(fuel);
}

std::string DdcVehicle::explain() const {
    const std::string where =
        fmt::format("the vehicle at {:#x} of table '{}'", options_.reference_id, table_.name());
    if (feedback().is_fresh) return where + " answers";
    std::string text = taken_at_ ? "no new report of " + where : "no report of " + where + " yet";
    if (refused_ > 0) text += fmt::format(", {} rejected for a value that is not finite", refused_);
    return text + "; is it running, and does it write all entries of its report?";
}

}  // namespace gateway
