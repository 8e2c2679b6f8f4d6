// SPDX-License-Identifier: MIT
#include "run_view.hpp"

#include "summary/percentile_report.hpp"
#include "summary/summary.hpp"

#include <nlohmann/json.hpp>

#include <sstream>

namespace gateway::data_port {
namespace {

using nlohmann::ordered_json;
using Microseconds = std::chrono::duration<double, std::micro>;

/// Every bucket that holds something by its upper edge.
ordered_json to_json(const Histogram& histogram) {
    auto buckets = ordered_json::array();
    histogram.for_each([&](std::chrono::nanoseconds edge, std::uint64_t count) {
        buckets.push_back({Microseconds(edge).count(), count});
    });
    ordered_json json{{"count", histogram.count()}};
    json.update(to_json(histogram.percentiles_us()));
    json.update({{"unit", "us"}, {"buckets", buckets}});
    return json;
}

ordered_json filters_of(const Snapshot& snapshot) {
    auto filters = ordered_json::array();
    for (std::size_t i = 0; i < snapshot.filter_count; ++i)
        filters.push_back(to_json(snapshot.filters[i]));
    return filters;
}

/// Whether a section `safety` asks for the rules.
bool has_safety(const RunView& view, const ViewedVehicle& vehicle) {
    if (view.run == nullptr) return false;
    const auto boards = view.run->boards->all();
    return std::any_of(boards.begin(), boards.end(), [&](const SafetyBoard* board) {
        return board->name == vehicle.facts.name && !board->is_default;
    });
}

/// Those that have acted.
ordered_json rules_of(const RunView& view, const ViewedVehicle& vehicle) {
    auto rules = ordered_json::array();
    const auto seconds = [](auto time) { return std::chrono::duration<double>(time).count(); };
    if (view.run == nullptr) return rules;
    for (const SafetyBoard* board : view.run->boards->all()) {
        if (board->name != vehicle.facts.name) continue;
        for (std::size_t i = 0; i < board->rules.size(); ++i) {
            const SafetyBoard::Rule& rule = board->rules[i];
            if (rule.count == 0) continue;
            rules.push_back({{"name", name_of(static_cast<vehicle_interface::Rule>(i))},
                             {"count", rule.count.load()},
                             {"first_s", seconds(rule.first.load())},
                             {"last_s", seconds(rule.last.load())}});
        }
    }
    return rules;
}

ordered_json to_json(const PacketCounts& packets) {
    ordered_json json{{"age_s", nullptr}};
    if (packets.age) json["age_s"] = std::chrono::duration<double>(*packets.age).count();
    for (std::size_t i = 0; i < packets.size; ++i)
        json[packets.counts[i].name] = packets.counts[i].value;
    return json;
}

/// Between the vehicle and its VDS1 peers, and what the last ones said.
ordered_json packets_of(const Snapshot& now) {
    if (now.cmds.size == 0) return nullptr;
    ordered_json cmd = to_json(now.cmds), state = to_json(now.states);
    const PedalCommand applied = applied_pedals(now);
    cmd.update({{"steering_tire_angle", applied.steer_rad},
                {"throttle", applied.throttle},
                {"brake", applied.brake}});
    state["timestamp"] = std::chrono::duration<double>(now.now).count();
    const auto add = [&](std::size_t, const char* name, const auto& field) { state[name] = field; };
    vds1::visit_payload(now.state, vds1::newest_version, add);
    return {{"cmd", cmd}, {"state", state}};
}

ordered_json to_json(const RunView& view, const ViewedVehicle& vehicle) {
    ordered_json json{{"id", vehicle.facts.id}, {"name", vehicle.facts.name}};
    const Publication* latest = vehicle.latest();
    if (latest == nullptr) return json;
    const Snapshot& now = latest->snapshot;
    const Durations& durations = vehicle.board.durations->latest();
    json.update({{"sim_time_s", std::chrono::duration<double>(now.now).count()},
                 {"turns", now.cycles},
                 {"failsafe_turns", now.failsafe_cycles},
                 {"program",
                  {{"state", name_of(now.controller.state)},
                   {"losses", now.controller.losses},
                   {"silences", now.controller.silences},
                   {"missed_inputs", now.controller.missed_inputs},
                   {"rejected_outputs", now.controller.rejected_outputs},
                   {"clamped_outputs", now.controller.clamped_outputs},
                   {"change_overs", now.controller.change_overs},
                   {"person_silences", now.controller.person_silences}}},
                 {"execution_time", to_json(durations.execution_time)},
                 {"latency", to_json(durations.latency)},
                 {"lateness", to_json(durations.lateness)},
                 {"filters", filters_of(now)},
                 {"safety", has_safety(view, vehicle)},
                 {"rules", rules_of(view, vehicle)},
                 {"packets", packets_of(now)}});
    return json;
}

/// One number of each vehicle that has shown itself.
void write_metric(std::ostream& out, const RunView& view, const char* name, const char* type,
                  const char* help, double (*value)(const Snapshot&)) {
    out << "# HELP ddc_" << name << ' ' << help << "\n# TYPE ddc_" << name << ' ' << type << '\n';
    for (const auto& vehicle : view.vehicles())
        if (const Publication* latest = vehicle->latest())
            out << "ddc_" << name << "{vehicle=\"" << vehicle->facts.id
                << "\",name=" << vehicle->quoted_name << "} " << value(latest->snapshot) << '\n';
}

}  // namespace

std::string stats_json(const RunView& view) {
    auto vehicles = ordered_json::array();
    for (const auto& vehicle : view.vehicles()) vehicles.push_back(to_json(view, *vehicle));
    return ordered_json{{"vehicles", vehicles}}.dump(-1, ' ', false,
                                                     ordered_json::error_handler_t::replace);
}

std::string metrics_text(const RunView& view) {
    std::ostringstream out;
    out.precision(15);
    const auto write = [&](const char* name, const char* type, const char* help,
                           double (*value)(const Snapshot&)) {
        write_metric(out, view, name, type, help, value);
    };
    write("sim_time_seconds", "gauge", "Simulated time.",
          [](const Snapshot& s) { return std::chrono::duration<double>(s.now).count(); });
    write("turns_total", "counter", "Cycles of the loop.",
          [](const Snapshot& s) { return static_cast<double>(s.cycles); });
    write("failsafe_turns_total", "counter", "Cycles without a command of a controller.",
          [](const Snapshot& s) { return static_cast<double>(s.failsafe_cycles); });
    write("program_losses_total", "counter", "How often the program was lost.",
          [](const Snapshot& s) { return static_cast<double>(s.controller.losses); });
    write("program_silences_total", "counter", "How often the program was silent.",
          [](const Snapshot& s) { return static_cast<double>(s.controller.silences); });
    write("clamped_outputs_total", "counter", "Values taken at their limit.",
          [](const Snapshot& s) { return static_cast<double>(s.controller.clamped_outputs); });
    write("manual", "gauge", "1 while a person drives.",
          [](const Snapshot& s) { return s.controller.is_manual ? 1.0 : 0.0; });
    write("vehicle_there", "gauge", "0 while the vehicle is lost.",
          [](const Snapshot& s) { return s.is_fresh ? 1.0 : 0.0; });
    write("speed_mps", "gauge", "Speed along the body.",
          [](const Snapshot& s) { return s.state.vx_mps; });
    write("lateness_seconds", "gauge", "Of the last realtime turn.",
          [](const Snapshot& s) { return std::chrono::duration<double>(s.lateness).count(); });
    return out.str();
}

}  // namespace gateway::data_port
