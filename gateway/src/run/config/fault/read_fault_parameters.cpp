// SPDX-License-Identifier: MIT
#include "read_fault_parameters.hpp"

#include "number/units.hpp"
#include "plant_fault/vehicle_faults.hpp"
#include "requirement/column_unit.hpp"
#include "vehicle_fault/sensor_faults.hpp"

#include <optional>
#include <string>

namespace gateway {
namespace {

using plant::YamlReader;

/// The ends of keys, and their units.
struct KeyUnit {
    const char* ending;
    const char* unit;
};

constexpr KeyUnit key_units[] = {{"_m", "m"},        {"_mps", "m/s"}, {"_kmh", "km/h"},
                                 {"_mps2", "m/s2"},  {"_rad", "rad"}, {"_deg", "deg"},
                                 {"_radps", "rad/s"}};

/// The unit of a sensor, an actuator, a port or a signal; empty if it is unknown.
std::string unit_of_target(const Fault& fault, const requirement::Vocabulary& vocabulary) {
    if (fault.side == FaultSide::sensors) return sensor_unit(fault.part).value_or("");
    if (fault.side == FaultSide::actuators) return actuator_unit(fault.part);
    const auto unit = vocabulary.unit_of(fault.part);
    return unit ? *unit : requirement::column_unit(fault.part);
}

/// Reads a number in another unit than that of the target. @return whether one was given
bool read_with_unit(YamlReader& reader, const FaultParameter& parameter, const std::string& unit,
                    double& value) {
    bool is_given = false;
    for (const KeyUnit& each : key_units) {
        const std::string key = std::string(parameter.key) + each.ending;
        double number = 0;
        const bool is_number = reader.number(key.c_str(), number, parameter.range);
        if (!reader.has(key.c_str())) continue;
        const auto factor = unit_factor(each.unit, unit);
        if (is_given) reader.refuse(key, "is given in another unit too");
        if (!factor)
            reader.refuse(key, unit.empty()
                                   ? std::string("the unit of the target is unknown; write `") +
                                         parameter.key + "`"
                                   : "the target is in " + unit);
        else if (is_number)
            value = number * *factor;
        is_given = true;
    }
    return is_given;
}

void read_parameter(YamlReader& reader, const FaultParameter& parameter, const std::string& unit,
                    double& value) {
    reader.number(parameter.key, value, parameter.range);
    const bool has_unit = parameter.is_of_target && read_with_unit(reader, parameter, unit, value);
    if (has_unit && reader.has(parameter.key))
        reader.refuse(parameter.key, "is given with a unit too");
    if (has_unit || parameter.otherwise || reader.has(parameter.key)) return;
    if (parameter.is_of_target)
        reader.refuse(parameter.key,
                      std::string("is missing; it may also be given with a unit, as ") +
                          parameter.key + "_m");
    else
        reader.require(parameter.key);
}

}  // namespace

void read_fault_parameters(YamlReader& reader, const requirement::Vocabulary& vocabulary,
                           Fault& fault) {
    const std::string unit = unit_of_target(fault, vocabulary);
    fault.values.clear();
    for (const FaultParameter& parameter : fault.kind->parameters) {
        double& value = fault.values.emplace_back(parameter.otherwise.value_or(0));
        read_parameter(reader, parameter, unit, value);
    }
}

}  // namespace gateway
