// SPDX-License-Identifier: MIT
#include "run_vocabulary.hpp"

#include "driver/driver.hpp"
#include "evidence/evidence.hpp"
#include "observer/trace_recorder.hpp"
#include "requirement/column_unit.hpp"
#include "summary/requirement_report.hpp"
#include "summary/summary.hpp"
#include "vehicle_interface/rules.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/signals.hpp>

#include <plant/sensor_params.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace gateway {
namespace {

using Names = std::vector<std::string>;

void add_columns(const ProgramConfig& config, std::optional<Mode> mode, Names& names) {
    const RouteTracker no_route;
    for (const TraceColumn& column : standard_columns(no_route)) names.push_back(column.name);
    if (mode != Mode::measured) names.insert(names.end(), {"lateness_us", "output_age_us"});
    if (mode != Mode::measured && config.remote_vehicle)
        names.insert(names.end(), {"round_trip_us", "state_lag_us"});
    for (const auto& reading : plant::reading_columns(config.vehicle.session.sensors))
        names.push_back(reading.name);
    if (config.driver)
        for (const DriverColumn& column : driver_columns()) names.push_back(column.name);
    for (const PlannedFault& planned : config.faults)
        names.push_back(fault_column(planned.fault.name));
    if (!config.safety || config.safety->is_default) return;
    for (std::size_t i = 0; i < vehicle_interface::rule_count; ++i)
        names.push_back(std::string("safety_") +
                        vehicle_interface::name_of(static_cast<vehicle_interface::Rule>(i)));
}

void add_signals(Names& names) {
    for (const auto& signal : ddc::interface::signals())
        for (const auto& element : ddc::interface::elements(signal.data_type))
            names.push_back(std::string(signal.name) + element.suffix);
}

/// The rule of a port may use another unit than its signal.
std::string unit_of_rule(const PortRule& rule) {
    const auto* use = rule.use ? std::get_if<SignalUse>(&*rule.use) : nullptr;
    return use != nullptr && !use->conversion.is_needed() ? std::string(use->signal->unit) : "";
}

Vds1Summary measured_link() {
    Vds1Summary sample;
    const auto lag = std::make_shared<Histogram>();
    lag->add(std::chrono::nanoseconds(1));
    sample.lag.lag = lag;
    return sample;
}

/// A realtime run in which everything was measured.
RealtimeSummary measured_realtime(const ProgramConfig& config) {
    RealtimeSummary sample;
    if (config.remote_vehicle) sample.link = measured_link();
    if (!config.realtime.has_evidence) return sample;
    const auto evidence = std::make_shared<Evidence>();
    for (Distribution& measure : evidence->measures)
        measure.add(std::chrono::nanoseconds(1), SimTime{0});
    sample.evidence = evidence;
    return sample;
}

Names summary_keys(const ProgramConfig& config, std::optional<Mode> mode) {
    Summary sample;
    sample.has_route = true;
    if (mode != Mode::measured) sample.realtime = measured_realtime(config);
    Names keys;
    for (const auto& number : numbers_of(to_json(sample))) keys.push_back(number.first);
    return keys;
}

}  // namespace

requirement::Vocabulary run_vocabulary(const ProgramConfig& config, std::optional<Mode> mode) {
    Names names;
    add_columns(config, mode, names);
    add_signals(names);
    const auto unit_of = [names, rules = config.options.ports](
                             const std::string& column) -> std::optional<std::string> {
        const PortRule* rule = rules.find(column.substr(0, column.find_first_of("[.")));
        if (rule != nullptr) return unit_of_rule(*rule);
        const bool is_there = std::find(names.begin(), names.end(), column) != names.end();
        return is_there ? std::optional(requirement::column_unit(column)) : std::nullopt;
    };
    for (const PortRule& rule : config.options.ports.rules) names.push_back(rule.port);
    return {unit_of, names, summary_keys(config, mode)};
}

}  // namespace gateway
