// SPDX-License-Identifier: MIT
#include "trace_recorder.hpp"

#include "summary/summary.hpp"

#include <utility>

namespace gateway {
namespace {

std::vector<std::string> names_of(const TraceRecorder::Sources& from,
                                  const std::vector<TraceColumn>& columns) {
    std::vector<std::string> names;
    for (const TraceColumn& column : columns) names.push_back(column.name);
    for (const std::size_t item : from.inputs.numbers()) names.push_back(from.inputs.names[item]);
    for (const std::size_t item : from.outputs.numbers()) names.push_back(from.outputs.names[item]);
    return names;
}

std::vector<TraceColumn> with_standard(const RouteTracker& route, std::vector<TraceColumn> own) {
    std::vector<TraceColumn> columns = standard_columns(route);
    for (TraceColumn& column : own) columns.push_back(std::move(column));
    return columns;
}

double seconds(SimTime time) {
    return std::chrono::duration<double>(time).count();
}

}  // namespace

std::vector<TraceColumn> standard_columns(const RouteTracker& route) {
    using Record = const CycleRecord&;
    return {
        {"t_s", [](Record cycle) { return seconds(cycle.now); }},
        {"delta_sec", [](Record cycle) { return seconds(cycle.since_last); }},
        {"execution_time_s", [](Record cycle) { return seconds(cycle.schedule.execution_time); }},
        {"act_s", [](Record cycle) { return seconds(cycle.schedule.act_at); }},
        {"x_m", [](Record cycle) { return cycle.feedback.state.position_m.x(); }},
        {"y_m", [](Record cycle) { return cycle.feedback.state.position_m.y(); }},
        {"yaw_rad", [](Record cycle) { return cycle.feedback.state.yaw_rad; }},
        {"vx_mps", [](Record cycle) { return cycle.feedback.state.velocity_mps.x(); }},
        {"route_distance_m", [&route](Record) { return route.distance_m(); }},
        {"failsafe", [](Record cycle) { return cycle.cycle.is_failsafe ? 1.0 : 0.0; }}};
}

TraceRecorder::TraceRecorder(std::shared_ptr<OutputFile> file, const Sources& sources, Log report,
                             std::vector<TraceColumn> own)
    : from_(sources),
      columns_(with_standard(sources.route, std::move(own))),
      inputs_(from_.inputs.numbers()),
      outputs_(from_.outputs.numbers()),
      writer_(std::move(file), names_of(from_, columns_), std::move(report)) {}

void TraceRecorder::after_cycle(const CycleRecord& record) {
    double* cell = writer_.next_row();
    for (const TraceColumn& column : columns_) *cell++ = column.value(record);
    for (const std::size_t item : inputs_) *cell++ = number_at(from_.inputs.group, item);
    for (const std::size_t item : outputs_) *cell++ = number_at(from_.outputs.group, item);
}

void TraceRecorder::finish(Summary& summary) {
    writer_.close();
    summary.trace_rows_dropped = writer_.rows_dropped();
    summary.trace_error = writer_.problem();
}

}  // namespace gateway
