// SPDX-License-Identifier: MIT
#include "run_recorder.hpp"

#include <utility>

namespace gateway {
namespace {

using namespace ddc::recording;

using NamedTypes = std::vector<std::pair<std::string, Primitive>>;

/// The size in bytes of a message with a header and `count` values of T.
template <class T>
std::size_t size_with(std::size_t count) {
    CdrSizer sizer;
    CdrOut<CdrSizer>(sizer).put(Header{});
    sizer.numbers(static_cast<const T*>(nullptr), count);
    return sizer.size();
}

}  // namespace

RunRecorder::RunRecorder(std::shared_ptr<MessageSink> sink, const Sources& sources,
                         const std::vector<Numbers>& numbers, std::unique_ptr<SceneRecorder> scene)
    : sink_(std::move(sink)),
      from_(sources),
      ports_(*sink_, sources.inputs, sources.outputs),
      diagnostics_(*sink_, sources.safety),
      scene_(std::move(scene)) {
    odometry_topic_ =
        sink_->add_topic<Odometry>("/vehicle/odometry", {{"pose.pose.position.x", "x_m"},
                                                         {"pose.pose.position.y", "y_m"},
                                                         {"twist.twist.linear.x", "vx_mps"}});
    transform_topic_ = sink_->add_topic<TFMessage>("/tf");
    state_topic_ =
        sink_->add_topic<messages::VehicleState>("/vehicle/state", {{"yaw_rad", "yaw_rad"}});
    if (from_.tap != nullptr)
        asked_topic_ = sink_->add_topic<messages::Command>("/command/before_filters");
    given_topic_ = sink_->add_topic<messages::Command>("/command/after_filters",
                                                       {{"is_failsafe", "failsafe"}});
    if (from_.safety != nullptr) add_rules();
    for (const Numbers& each : numbers)
        if (!each.columns.empty()) add_numbers(each);
}

void RunRecorder::add_numbers(const Numbers& numbers) {
    NamedTypes values;
    std::vector<std::string> names;
    for (const TraceColumn& column : numbers.columns) {
        values.emplace_back(column.name.substr(numbers.prefix.size()),
                            numbers.are_flags ? Primitive::boolean : Primitive::float64);
        names.push_back(column.name);
    }
    const MessageTypePtr type = message_type_of(numbers.type, values);
    const McapId topic = sink_->add_topic(numbers.topic, *type, columns_of(type, names));
    const std::size_t count = numbers.columns.size();
    numbers_.push_back({topic, numbers.columns,
                        numbers.are_flags ? size_with<bool>(count) : size_with<double>(count),
                        numbers.are_flags});
}

void RunRecorder::add_rules() {
    using namespace vehicle_interface;
    NamedTypes values;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < rule_count; ++i) {
        const auto rule = static_cast<Rule>(i);
        if (from_.safety->mode_of(rule) == RuleMode::off) continue;
        rules_.push_back(rule);
        values.emplace_back(name_of(rule), Primitive::boolean);
        names.push_back(std::string("safety_") + name_of(rule));
    }
    if (rules_.empty()) return;
    const MessageTypePtr type = message_type_of("ddc_msgs/msg/SafetyRules", values);
    safety_topic_ = sink_->add_topic("/safety", *type, columns_of(type, names));
}

void RunRecorder::after_cycle(const CycleRecord& record) {
    const SimTime now = record.now + from_.epoch;
    if (scene_) scene_->add(now, record.feedback);
    diagnostics_.see(record);
    if (sink_->begin_cycle(now)) record_cycle(now, record);
    sink_->end_cycle();
}

void RunRecorder::record_cycle(SimTime now, const CycleRecord& record) {
    ports_.add_to(*sink_, now);
    fill(odometry_, now, record.feedback, from_.frame);
    sink_->add(odometry_topic_, now, odometry_);
    fill(transforms_, odometry_);
    sink_->add(transform_topic_, now, transforms_);
    fill(state_, now, record.feedback);
    sink_->add(state_topic_, now, state_);
    record_commands(now, record);
    if (safety_topic_ != 0) record_rules(now);
    for (const NumbersTopic& numbers : numbers_) record_numbers(numbers, now, record);
    diagnostics_.add_if_due(now, record);
}

void RunRecorder::record_commands(SimTime now, const CycleRecord& record) {
    if (from_.tap != nullptr)
        if (const auto* seen = from_.tap->seen_at(record.now)) {
            fill(command_, now, seen->command, seen->is_failsafe);
            sink_->add(asked_topic_, now, command_);
        }
    fill(command_, now, record.cycle.command, record.cycle.is_failsafe);
    sink_->add(given_topic_, now, command_);
}

void RunRecorder::record_rules(SimTime now) {
    std::byte* out = sink_->begin(safety_topic_, now, size_with<bool>(rules_.size()));
    if (out == nullptr) return;
    CdrWriter writer(out);
    CdrOut<CdrWriter>(writer).put(header_at(now));
    for (const vehicle_interface::Rule rule : rules_) {
        const bool has_acted = from_.safety->acted().has(rule);
        writer.numbers(&has_acted, 1);
    }
}

void RunRecorder::record_numbers(const NumbersTopic& numbers, SimTime now,
                                 const CycleRecord& record) {
    std::byte* out = sink_->begin(numbers.topic, now, numbers.size);
    if (out == nullptr) return;
    CdrWriter writer(out);
    CdrOut<CdrWriter>(writer).put(header_at(now));
    for (const TraceColumn& column : numbers.columns) {
        const double value = column.value(record);
        const bool flag = value > 0;
        if (numbers.are_flags)
            writer.numbers(&flag, 1);
        else
            writer.numbers(&value, 1);
    }
}

void RunRecorder::finish(Summary& summary) {
    sink_->add_to(summary);
}

}  // namespace gateway
