// SPDX-License-Identifier: MIT
#include "trace_recorder.hpp"

#include "summary.hpp"

namespace gateway {
namespace {

std::vector<std::string> columns(const TraceRecorder::Sources& from,
                                 const std::vector<TraceColumn>& own) {
    std::vector<std::string> names{
        "t_s",     "delta_sec", "execution_time_s", "act_s",   "x_m", "y_m",
        "yaw_rad", "vx_mps",    "route_distance_m", "failsafe"};
    for (const TraceColumn& column : own) names.push_back(column.name);
    for (const std::size_t item : from.inputs.numbers()) names.push_back(from.inputs.names[item]);
    for (const std::size_t item : from.outputs.numbers()) names.push_back(from.outputs.names[item]);
    return names;
}

double seconds(SimTime time) {
    return std::chrono::duration<double>(time).count();
}

}  // namespace

TraceRecorder::TraceRecorder(std::shared_ptr<OutputFile> file, const Sources& sources,
                             RowWriter::Report report, std::vector<TraceColumn> own)
    : from_(sources),
      own_(std::move(own)),
      inputs_(from_.inputs.numbers()),
      outputs_(from_.outputs.numbers()),
      writer_(std::move(file), columns(from_, own_), std::move(report)) {}

void TraceRecorder::after_turn(const TurnRecord& record) {
    const plant::State& state = record.feedback.state;
    double* cell = writer_.next_row();
    *cell++ = seconds(record.now);
    *cell++ = seconds(record.since_last);
    *cell++ = seconds(record.schedule.execution_time);
    *cell++ = seconds(record.schedule.act_at);
    *cell++ = state.position_m.x();
    *cell++ = state.position_m.y();
    *cell++ = state.yaw_rad;
    *cell++ = state.velocity_mps.x();
    *cell++ = from_.route.distance_m();
    *cell++ = record.turn.is_failsafe ? 1 : 0;
    for (const TraceColumn& column : own_) *cell++ = column.value(record);
    for (const std::size_t item : inputs_) *cell++ = number_at(from_.inputs.group, item);
    for (const std::size_t item : outputs_) *cell++ = number_at(from_.outputs.group, item);
}

void TraceRecorder::finish(Summary& summary) {
    writer_.close();
    summary.trace_rows_dropped = writer_.rows_dropped();
    summary.trace_error = writer_.problem();
}

}  // namespace gateway
