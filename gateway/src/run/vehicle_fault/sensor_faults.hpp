// SPDX-License-Identifier: MIT
#pragma once

#include "value_fault/value_fault.hpp"

#include <plant/sensor_table.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// Why a fault's target is no sensor, or an empty text.
std::string sensor_objection(const Fault& fault);

/// The unit of a sensor or of one of its values: "m" of `gnss_position` and of `gnss_position.x_m`;
/// nothing if there is none of that name.
std::optional<std::string> sensor_unit(const std::string& part);

/// Applies faults to the readings of a vehicle's sensors. Those of one sensor act in the order of
/// the configuration.
///
/// The target is a sensor, or one of its values, such as `gnss_position.x_m`. Errors of a whole
/// sensor act on the values that have errors in plant::SensorParams; faults of time and NaN act on
/// all.
class SensorFaults {
  public:
    /// Precondition: no fault has an objection.
    SensorFaults(const std::vector<AppliedFault>& faults, SimTime shortest_cycle);

    /// To be called once in each cycle, when the readings have their true values. Does not
    /// allocate.
    void apply(plant::SensorReadings& readings, SimTime now) noexcept;

  private:
    struct Target {
        AppliedFault applied;
        std::size_t sensor, first, end;  ///< values of the sensor
        std::unique_ptr<ValueFault> fault;
    };

    std::vector<Target> targets_;
    std::uint64_t cycle_ = 0;
};

}  // namespace gateway
