// SPDX-License-Identifier: MIT
#pragma once

#include "actuator/actuator_fault.hpp"
#include "road/road_fault.hpp"

#include <plant/tick_hook.hpp>

#include <memory>
#include <string>
#include <vector>

namespace gateway {

struct VehicleConfig;

/// An actuator of a simulated vehicle.
struct ActuatorPart {
    const char* name;  ///< in the target of a fault: `actuators.NAME`
    const char* unit;  ///< of its value; empty: none
    double& (*value)(plant::Command& applied);
};

/// The actuators of a vehicle: of its pedals and wheels, or, before its internal actuators, of an
/// actuation model.
const std::vector<ActuatorPart>& actuators_of(const VehicleConfig& vehicle);

/// The unit of an actuator of any vehicle; empty: none.
std::string actuator_unit(const std::string& name);

/// Why the vehicle cannot have a fault of its actuators, its tyres or the world, or an empty text.
std::string vehicle_fault_objection(const Fault& fault, const VehicleConfig& vehicle);

/// The faults of a simulated vehicle's actuators, of its tyres and of the road below it. Those of
/// one target act in the order of the configuration.
class VehicleFaults : public plant::TickHook {
  public:
    explicit VehicleFaults(const VehicleConfig& vehicle);
    /// The sides that it applies.
    static constexpr std::initializer_list<FaultSide> sides{FaultSide::actuators,
                                                            FaultSide::vehicle, FaultSide::world};

    /// To be called before the first tick. Precondition: no fault has an objection.
    void bind(const std::vector<AppliedFault>& faults);

    void begin_tick(plant::Command& applied, const plant::TickBegin& tick) noexcept override;
    void change_contact(plant::Contact& contact, const plant::WheelPlace& place) noexcept override;

  private:
    struct FaultyActuator {
        AppliedFault applied;
        const ActuatorPart& part;
        std::unique_ptr<ActuatorFault> fault;
    };
    struct FaultyRoad {
        AppliedFault applied;
        std::unique_ptr<RoadFault> fault;
    };

    const std::vector<ActuatorPart>& parts_;
    double largest_steer_rad_;
    std::vector<FaultyActuator> actuators_;
    std::vector<FaultyRoad> road_;
};

}  // namespace gateway
