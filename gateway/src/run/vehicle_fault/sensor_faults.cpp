// SPDX-License-Identifier: MIT
#include "sensor_faults.hpp"

#include "requirement/column_unit.hpp"
#include "text/text.hpp"
#include "value_fault/value_kinds.hpp"

#include <algorithm>

namespace gateway {
namespace {

/// A sensor, or one of its values.
struct Place {
    std::size_t sensor = 0;
    std::optional<std::size_t> value{};
};

std::size_t value_count(const plant::SensorKind& kind) {
    std::size_t count = 0;
    while (count < plant::most_values && kind.values[count] != nullptr) ++count;
    return count;
}

std::optional<Place> find_place(const std::string& part) {
    const std::size_t dot = std::min(part.find('.'), part.size());
    for (std::size_t i = 0; i < plant::sensor_count; ++i) {
        const plant::SensorKind& kind = *plant::sensor_table[i];
        if (part.substr(0, dot) != kind.name) continue;
        if (dot == part.size()) return Place{i, {}};
        for (std::size_t value = 0; value < value_count(kind); ++value)
            if (part.substr(dot + 1) == kind.values[value]) return Place{i, value};
    }
    return std::nullopt;
}

/// Whether a fault acts on every value of a sensor, not only on those that have errors.
bool acts_on_all(const FaultKind* kind) {
    const FaultKind* const kinds[] = {&delay_kind, &drop_out_kind, &freeze_kind, &nan_kind};
    return std::find(std::begin(kinds), std::end(kinds), kind) != std::end(kinds);
}

std::string all_sensors() {
    std::vector<std::string> names;
    for (const plant::SensorKind* kind : plant::sensor_table)
        names.push_back(std::string("sensors.") + kind->name);
    return joined(names);
}

}  // namespace

std::string sensor_objection(const Fault& fault) {
    if (find_place(fault.part)) return {};
    return "must be one of " + all_sensors() +
           ", or one of their values, such as sensors.gnss_position.x_m";
}

std::optional<std::string> sensor_unit(const std::string& part) {
    const auto place = find_place(part);
    if (!place) return std::nullopt;
    const plant::SensorKind& kind = *plant::sensor_table[place->sensor];
    const std::size_t value = place->value.value_or(0);
    return requirement::column_unit(std::string(kind.name) + "_" + kind.values[value]);
}

SensorFaults::SensorFaults(const std::vector<AppliedFault>& faults, SimTime shortest_cycle) {
    for (const AppliedFault& applied : faults) {
        const Fault& fault = applied.fault;
        const auto& kind = *static_cast<const ValueFaultKind*>(fault.kind);
        const Place place = *find_place(fault.part);
        const plant::SensorKind& sensor = *plant::sensor_table[place.sensor];
        const std::size_t whole = acts_on_all(&kind) ? value_count(sensor) : sensor.noisy;
        const std::size_t first = place.value.value_or(0);
        const std::size_t end = place.value ? first + 1 : whole;
        targets_.push_back(
            {applied, place.sensor, first, end, kind.create(fault, {end - first, shortest_cycle})});
    }
}

void SensorFaults::apply(plant::SensorReadings& readings, SimTime now) noexcept {
    for (const Target& target : targets_) {
        const FaultState& state = target.applied.state;
        const ValueMoment at{now, cycle_, state};
        for (std::size_t i = target.first; i < target.end; ++i) {
            double& value = readings.items[target.sensor][i];
            const double faulty = target.fault->faulty(at, i - target.first, value);
            if (state.is_active) value = blended(value, faulty, state.factor);
        }
    }
    ++cycle_;
}

}  // namespace gateway
