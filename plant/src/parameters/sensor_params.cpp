// SPDX-License-Identifier: MIT
#include <plant/sensor_params.hpp>

#include "parameters/fingerprints.hpp"
#include "parameters/parameter_keys.hpp"
#include "parameters/parameter_visitor.hpp"

namespace plant {
namespace {

/// The parameters of a sensor with keys for its unit.
struct GroupKeys {
    SensorGroup& group;
    std::string unit;
};

}  // namespace

template <class Visitor>
void visit(GroupKeys& p, Visitor& v) {
    v.number("rate_hz", p.group.rate_hz, {0.0, 1e5});
    v.number("delay_s", p.group.delay_s, {0.0, 10.0});
    v.number(("noise_" + p.unit).c_str(), p.group.noise, {0.0, 1e6});
    v.number(("bias_" + p.unit).c_str(), p.group.bias, {-1e6, 1e6});
    v.number(("random_walk_" + p.unit + "_per_sqrt_s").c_str(), p.group.random_walk, {0.0, 1e6});
}

template <class Visitor>
void visit(SensorParams& p, Visitor& v) {
    v.count("seed", p.seed);
    for (const SensorKind* kind : sensor_table) {
        GroupKeys keys{p.groups.of(*kind), kind->unit};
        if (v.has(kind->name)) v.section(kind->name, keys);
    }
}

bool is_configured(const SensorGroup& group) {
    return group.rate_hz != 0.0 || group.delay_s != 0.0 || group.noise != 0.0 ||
           group.bias != 0.0 || group.random_walk != 0.0;
}

std::vector<ReadingColumn> reading_columns(const SensorParams& params) {
    std::vector<ReadingColumn> columns;
    for (std::size_t i = 0; i < sensor_count; ++i) {
        if (!is_configured(params.groups.items[i])) continue;
        const SensorKind& kind = *sensor_table[i];
        for (std::size_t value = 0; value < most_values && kind.values[value]; ++value)
            columns.push_back(
                {std::string("measured_") + kind.name + "_" + kind.values[value], i, value});
    }
    return columns;
}

SensorParams load_sensors(const std::filesystem::path& file) {
    return load_parameters<SensorParams>(file);
}

void validate(const SensorParams& params) {
    check_ranges(params);
}

void add_to(Fingerprint& print, const SensorParams& params) {
    add_values(print, params);
}

void visit_parameters(ParameterVisitor& visitor, SensorParams& params) {
    visit(params, visitor);
}

}  // namespace plant
