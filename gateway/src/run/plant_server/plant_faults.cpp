// SPDX-License-Identifier: MIT
#include "plant_faults.hpp"

#include "plant_server_config.hpp"

#include "text/text.hpp"
#include "vds1/link_parts.hpp"

#include <algorithm>
#include <utility>

namespace gateway::vdsim {
namespace {

constexpr const char* link_targets[] = {vds1::link_part, vds1::cmd_part, vds1::state_part};

std::string link_objection(const Fault& fault) {
    std::vector<std::string> targets;
    for (const char* part : link_targets) {
        if (fault.part == part) return {};
        targets.push_back(std::string("links.") + part);
    }
    return "must be one of " + joined(targets);
}

std::optional<SensorFaults> sensor_faults(const FaultSchedule& schedule, SimTime step) {
    const auto faults = schedule.faults_of({FaultSide::sensors});
    if (faults.empty()) return std::nullopt;
    return SensorFaults(faults, step);
}

std::unique_ptr<FaultyLink> link_of(const FaultSchedule& schedule, const char* part,
                                    std::uint32_t direction) {
    const auto faults = schedule.faults_of({FaultSide::links});
    return create_faulty_link(vds1::faults_of_part(faults, part), direction);
}

}  // namespace

std::vector<std::string> plant_fault_columns() {
    return {"t_s", "x_m", "y_m", "yaw_rad", "vx_mps"};
}

std::string plant_fault_objection(const Fault& fault, const PlantVehicleConfig& config) {
    switch (fault.side) {
        case FaultSide::inputs:
        case FaultSide::outputs:
        case FaultSide::process:
            return "is a part of a program, which vdsim_realtime does not have";
        case FaultSide::links:
            return link_objection(fault);
        case FaultSide::sensors:
            return sensor_objection(fault);
        default:
            return vehicle_fault_objection(fault, config.vehicle);
    }
}

PlantFaults::PlantFaults(const PlantVehicleConfig& config, SimTime step)
    : planned_(config.faults),
      board_(name_of(config.options)),
      schedule_(planned_, board_),
      vehicle_faults_(config.vehicle),
      sensors_(sensor_faults(schedule_, step)),
      cmds_(link_of(schedule_, vds1::cmd_part, vds1::cmd_direction)),
      states_(link_of(schedule_, vds1::state_part, vds1::state_direction)),
      step_(step) {
    vehicle_faults_.bind(schedule_.faults_of(VehicleFaults::sides));
    schedule_.bind({no_ports_, no_ports_, no_route_}, schedule_.columns());
}

void PlantFaults::after_tick(const Feedback& feedback) noexcept {
    now_ += step_;
    update(feedback);
}

void PlantFaults::begin(const Feedback& feedback) noexcept {
    update(feedback);
}

void PlantFaults::update(const Feedback& feedback) noexcept {
    const CycleInput input{now_, step_, feedback, no_trajectory_};
    const Cycle cycle;
    schedule_.begin_cycle(input);
    schedule_.end_cycle({input, {}, cycle});
    readings_ = feedback.sensors;
    if (sensors_) sensors_->apply(readings_, now_);
}

const Feedback& PlantFaults::shown(const Feedback& feedback) const noexcept {
    if (!sensors_) return feedback;
    shown_ = feedback;
    shown_.sensors = readings_;
    return shown_;
}

std::unique_ptr<PlantFaults> create_plant_faults(PlantVehicleConfig& config, SimTime step) {
    if (config.faults.empty()) return nullptr;
    auto faults = std::make_unique<PlantFaults>(config, step);
    config.vehicle.hook = faults->hook();
    return faults;
}

}  // namespace gateway::vdsim
