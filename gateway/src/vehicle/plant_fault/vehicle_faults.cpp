// SPDX-License-Identifier: MIT
#include "vehicle_faults.hpp"

#include "platform/vehicle_config.hpp"
#include "text/text.hpp"

#include <algorithm>

namespace gateway {
namespace {

const std::vector<ActuatorPart> pedal_actuators{
    {"steering", "rad", [](plant::Command& c) -> double& { return c.steer_rad; }},
    {"throttle", "", [](plant::Command& c) -> double& { return c.throttle; }},
    {"brake", "", [](plant::Command& c) -> double& { return c.brake; }}};

const std::vector<ActuatorPart> actuation_inputs{
    {"accel", "", [](plant::Command& c) -> double& { return c.actuation.accel; }},
    {"brake", "", [](plant::Command& c) -> double& { return c.actuation.brake; }},
    {"steer", "rad", [](plant::Command& c) -> double& { return c.actuation.steer; }}};

const ActuatorPart* find(const std::vector<ActuatorPart>& parts, const std::string& name) {
    for (const ActuatorPart& part : parts)
        if (part.name == name) return &part;
    return nullptr;
}

/// "must be actuators.steering, actuators.throttle or actuators.brake"
std::string actuators_text(const std::vector<ActuatorPart>& parts) {
    std::vector<std::string> names;
    for (const ActuatorPart& part : parts) names.push_back(std::string("actuators.") + part.name);
    return "must be one of " + joined(names) + " for this vehicle.model";
}

std::string wheels_text() {
    std::vector<std::string> names{"vehicle"};
    for (const std::string& wheel : wheel_names()) names.push_back("vehicle." + wheel);
    return "must be one of " + joined(names);
}

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const std::vector<ActuatorPart>& actuators_of(const VehicleConfig& vehicle) {
    return plant::takes_actuation(vehicle.model) ? actuation_inputs : pedal_actuators;
}

std::string actuator_unit(const std::string& name) {
    for (const auto* parts : {&pedal_actuators, &actuation_inputs})
        if (const ActuatorPart* part = find(*parts, name)) return part->unit;
    return {};
}

std::string vehicle_fault_objection(const Fault& fault, const VehicleConfig& vehicle) {
    const bool is_inside = std::find(VehicleFaults::sides.begin(), VehicleFaults::sides.end(),
                                     fault.side) != VehicleFaults::sides.end();
    if (vehicle.fmu && is_inside)
        return "needs a vehicle of this simulator; actuators, tyres and road of an FMU cannot be "
               "changed";
    switch (fault.side) {
        case FaultSide::actuators: {
            const auto& parts = actuators_of(vehicle);
            return find(parts, fault.part) == nullptr ? actuators_text(parts) : "";
        }
        case FaultSide::vehicle:
            return fault.part.empty() || has(wheel_names(), fault.part) ? "" : wheels_text();
        case FaultSide::world:
            return fault.part.empty() ? "" : "must be `world`, without a part";
        default:
            return "";
    }
}

VehicleFaults::VehicleFaults(const VehicleConfig& vehicle)
    : parts_(actuators_of(vehicle)),
      largest_steer_rad_(vehicle.session.vehicle.steering.max_angle_rad) {}

void VehicleFaults::bind(const std::vector<AppliedFault>& faults) {
    for (const AppliedFault& applied : faults) {
        const Fault& fault = applied.fault;
        if (fault.side == FaultSide::actuators)
            actuators_.push_back(
                {applied, *find(parts_, fault.part),
                 static_cast<const ActuatorFaultKind*>(fault.kind)->create(fault)});
        else
            road_.push_back(
                {applied, static_cast<const RoadFaultKind*>(fault.kind)->create(fault)});
    }
}

void VehicleFaults::begin_tick(plant::Command& applied, const plant::TickBegin& tick) noexcept {
    bool is_changed = false;
    for (const FaultyActuator& actuator : actuators_) {
        const FaultState& state = actuator.applied.state;
        double& value = actuator.part.value(applied);
        const double faulty = actuator.fault->faulty({tick.dt, state}, value);
        if (!state.is_active) continue;
        value = blended(value, faulty, state.factor);
        is_changed = true;
    }
    if (is_changed) {
        applied.steer_rad = std::clamp(applied.steer_rad, -largest_steer_rad_, largest_steer_rad_);
        applied.throttle = std::clamp(applied.throttle, 0.0, 1.0);
        applied.brake = std::clamp(applied.brake, 0.0, 1.0);
    }
    for (const FaultyRoad& road : road_) road.fault->begin_tick(tick, road.applied.state);
}

void VehicleFaults::change_contact(plant::Contact& contact,
                                   const plant::WheelPlace& place) noexcept {
    for (const FaultyRoad& road : road_) road.fault->change(contact, place, road.applied.state);
}

}  // namespace gateway
