// SPDX-License-Identifier: MIT
#include "summary.hpp"

#include "percentile_report.hpp"
#include "requirement_report.hpp"

#include "evidence/evidence.hpp"

#include "text/text.hpp"

#include <plant/angle.hpp>

#include <nlohmann/json.hpp>

#include <spdlog/fmt/fmt.h>

#include <functional>
#include <ostream>
#include <string_view>

namespace gateway {
namespace {

nlohmann::ordered_json to_json(const ddc::WaitCounts& waits) {
    nlohmann::ordered_json json;
    for (std::size_t i = 0; i < ddc::wait_ends; ++i)
        json[ddc::to_string(static_cast<ddc::WaitEnd>(i))] = waits.ended[i];
    return json;
}

using PrintLine = std::function<void(const char* name, const std::string& value)>;

/// A count of a part of a summary, in the JSON and in the text.
template <class Part>
struct Count {
    const char* key;
    const char* line;  ///< line of the text; consecutive counts may share it
    const char* text;
    std::uint64_t Part::*value;
    bool is_shown_at_0 = false;  ///< in the text; it is always in the JSON
};

constexpr Count<Vds1Summary> link_counts[] = {
    {"cmd_sent", "CMD", "{} sent", &Vds1Summary::cmd_sent, true},
    {"cmd_ignored", "CMD ignored", "by the vehicle: {}", &Vds1Summary::cmd_ignored},
    {"state_taken", "STATE", "{} accepted", &Vds1Summary::state_taken, true},
    {"state_lost", "STATE", "{} lost", &Vds1Summary::state_lost, true},
    {"state_reordered", "STATE", "{} out of order", &Vds1Summary::state_reordered, true},
    {"state_duplicates", "STATE", "{} duplicate", &Vds1Summary::state_duplicates, true},
    {"state_refused", "STATE", "{} rejected", &Vds1Summary::state_refused, true},
    {"state_not_ours", "other STATE", "{} of other vehicles", &Vds1Summary::state_not_ours},
};

constexpr Count<SocketSummary> socket_counts[] = {
    {"sent", "socket", "{} sent", &SocketSummary::sent, true},
    {"delivered", "socket", "{} delivered", &SocketSummary::delivered, true},
    {"lost", "socket", "{} lost", &SocketSummary::lost, true},
    {"out_of_range", "socket", "{} out of range", &SocketSummary::out_of_range},
    {"late", "socket", "{} late", &SocketSummary::late},
    {"queue_full", "socket", "{} without room in a queue", &SocketSummary::queue_full},
    {"oversized", "socket", "{} oversized", &SocketSummary::oversized},
    {"dropped", "socket", "{} dropped by the kernel", &SocketSummary::dropped},
    {"unreadable", "socket", "{} unreadable", &SocketSummary::unreadable},
    {"no_receiver", "socket", "{} without a receiver", &SocketSummary::no_receiver},
};

constexpr Count<RealtimeSummary> late_counts[] = {
    {"overruns", "late periods", "{} late by a period or more", &RealtimeSummary::overruns, true},
    {"skipped", "late periods", "{} skipped", &RealtimeSummary::skipped, true},
};

/// These follow the counts of the connection in the text.
constexpr Count<RealtimeSummary> realtime_counts[] = {
    {"pauses", "pauses", "{}", &RealtimeSummary::pauses},
    {"program_silences", "program timed out", "{}", &RealtimeSummary::program_silences},
    {"vehicle_losses", "vehicle lost", "{}", &RealtimeSummary::vehicle_losses},
    {"rejected_outputs", "rejected outputs", "in {} periods, not finite or of a wrong type",
     &RealtimeSummary::rejected_outputs},
};

template <class Part, std::size_t size>
void print(const Count<Part> (&counts)[size], const Part& part, const PrintLine& line) {
    for (std::size_t i = 0; i < size;) {
        const std::string_view name = counts[i].line;
        std::string text;
        for (; i < size && counts[i].line == name; ++i) {
            const std::uint64_t value = part.*counts[i].value;
            if (value == 0 && !counts[i].is_shown_at_0) continue;
            if (!text.empty()) text += ", ";
            text += fmt::format(fmt::runtime(counts[i].text), value);
        }
        if (!text.empty()) line(name.data(), text);
    }
}

template <class Part, std::size_t size>
void add(const Count<Part> (&counts)[size], const Part& part, nlohmann::ordered_json& json) {
    for (const Count<Part>& count : counts) json[count.key] = part.*count.value;
}

/// @param evidence null if there is none
std::string text_of(const Percentiles& numbers, const Evidence* evidence, Measure measure) {
    return evidence == nullptr ? microseconds(numbers) : text_of((*evidence)[measure]);
}

void print(const Vds1Summary& s, const Evidence* evidence, const PrintLine& line) {
    print(link_counts, s, line);
    line("round trip", s.round_trips > 0
                           ? text_of(s.round_trip_us, evidence, Measure::round_trip)
                           : "not measured (no command changed, or the vehicle's actuators are not "
                             "ideal)");
    line("STATE lag", text_of(s.lag));
}

nlohmann::ordered_json to_json(const Vds1Summary& s) {
    nlohmann::ordered_json json;
    add(link_counts, s, json);
    json["round_trips"] = s.round_trips;
    json["round_trip_us"] = nullptr;
    if (s.round_trips > 0) json["round_trip_us"] = to_json(s.round_trip_us);
    add_to_json(s.lag, json);
    return json;
}

void print(const SocketSummary& s, const PrintLine& line) {
    print(socket_counts, s,
          [&](const char* name, const std::string& counts) { line(name, s.port + ": " + counts); });
}

nlohmann::ordered_json to_json(const SocketSummary& s) {
    nlohmann::ordered_json json{{"port", s.port}};
    add(socket_counts, s, json);
    return json;
}

void print(const RealtimeSummary& s, const PrintLine& line) {
    const Evidence* const evidence = s.evidence.get();
    line("lateness", text_of(s.lateness_us, evidence, Measure::lateness));
    line("age of outputs", text_of(s.output_age_us, evidence, Measure::output_age));
    if (evidence != nullptr && (*evidence)[Measure::answer].values().count() > 0)
        line("answers", text_of((*evidence)[Measure::answer]));
    print(late_counts, s, line);
    if (s.link) print(*s.link, evidence, line);
    print(realtime_counts, s, line);
    line("scheduling", text_of(s.scheduling.settings));
    for (const std::string& warning : s.scheduling.warnings) line("warning", warning);
}

nlohmann::ordered_json to_json(const RealtimeSummary& s) {
    nlohmann::ordered_json json{{"lateness_us", to_json(s.lateness_us)},
                                {"output_age_us", to_json(s.output_age_us)}};
    add(late_counts, s, json);
    add(realtime_counts, s, json);
    if (s.evidence) add_to_json(*s.evidence, json);
    if (s.link) json["vds1"] = to_json(*s.link);
    add_to_json(s.scheduling, json);
    return json;
}

std::string describe(const FilterCount& s) {
    const std::string withheld =
        s.withheld > 0 ? fmt::format(", {} withheld", s.withheld) : std::string();
    return fmt::format("{}: {} commands changed, {} refused{}, last: {}", s.name, s.changed,
                       s.refused, withheld, s.last_reason);
}

void print(const SafetySummary& s, const PrintLine& line) {
    for (const SafetySummary::Rule& rule : s.acted)
        line("safety rule",
             fmt::format("{} {}{}", rule.name, how_often(rule.record),
                         rule.mode == vehicle_interface::RuleMode::warn ? " (reported only)" : ""));
    if (s.acted.empty()) line("safety rules", "none triggered");
    if (!s.without_use.empty())
        line("safety rules", "not applicable to this command type: " + joined(s.without_use));
}

}  // namespace

std::vector<std::string> Summary::degradations(bool is_strict) const {
    std::vector<std::string> found;
    if (is_strict && safety)
        for (const std::string& rule : safety->enforced())
            found.push_back("safety rule triggered: " + rule);
    const auto add_if = [&](bool is_so, const std::string& text) {
        if (is_so) found.push_back(text);
    };
    add_if(!trace_error.empty(),
           fmt::format("{}; {} of its rows are lost", trace_error, trace_rows_dropped));
    add_if(!recording_error.empty() || recording_messages_dropped > 0,
           fmt::format("{}; {} of its messages are lost",
                       recording_error.empty() ? "the recording is incomplete" : recording_error,
                       recording_messages_dropped));
    if (!realtime) {
        add_if(failsafe_s > 0,
               fmt::format("the vehicle was in fail-safe for {:.3f} s", failsafe_s));
        add_if(missed_inputs > 0,
               fmt::format("the program did not get its inputs in {} cycles", missed_inputs));
        return found;
    }
    const bool was_driven = cycles > 0 || sim_time_s == 0;
    const bool was_connected = realtime->never_there.empty();
    add_if(!was_connected, "the vehicle was never connected, so the whole run was in fail-safe: " +
                               realtime->never_there);
    add_if(was_connected && !was_driven,
           "the program never had a valid output, so the whole run was in fail-safe");
    const std::uint64_t faults = losses + manual_timeouts + realtime->program_silences +
                                 realtime->vehicle_losses + realtime->rejected_outputs;
    const std::uint64_t ignored = realtime->link ? realtime->link->cmd_ignored : 0;
    add_if(ignored > 0, fmt::format("the vehicle ignored commands: {} times", ignored));
    add_if(faults > 0, fmt::format("the vehicle was in fail-safe for {:.3f} s", failsafe_s));
    return found;
}

void print(const Summary& s, std::ostream& out) {
    const PrintLine line = [&](const char* name, const std::string& value) {
        out << fmt::format("{:<18}{}\n", name, value);
    };
    line("end reason", s.exit_reason);
    line("mode", s.mode + ", " + s.interface + " interface");
    for (const Setting& setting : s.settings) line("set", setting.path + "=" + setting.value);
    line("cycles", std::to_string(s.cycles));
    line("simulated time", fmt::format("{:.3f} s", s.sim_time_s));
    line("wall time",
         fmt::format("{:.3f} s, {:.3g}x real time", s.wall_time_s, s.real_time_factor()));
    if (!s.realtime) line("execution time", microseconds(s.execution_time_s, 1e6));
    line("cycle latency", microseconds(s.cycle_latency_us));
    if (s.has_route)
        line("route distance",
             fmt::format("max {:.3f} m, rms {:.3f} m", s.route_max_m, s.route_rms_m));
    for (const plant::Finding& finding : s.manoeuvre)
        line("manoeuvre", fmt::format("{}: {:.5g} {}", finding.name, finding.value, finding.unit));
    const bool has_pose = !s.realtime || s.realtime->never_there.empty();
    line("final pose", !has_pose
                           ? "-"
                           : fmt::format("x {:.2f} m, y {:.2f} m, yaw {:.1f} deg, {:.2f} m/s",
                                         s.x_m, s.y_m, s.yaw_rad * plant::deg_per_rad, s.vx_mps));
    if (s.realtime) print(*s.realtime, line);
    if (s.clamped_outputs > 0)
        line("limited outputs", fmt::format("{} values were out of range", s.clamped_outputs));
    if (s.missed_inputs > 0)
        line("missed inputs", fmt::format("in {} {}; the table was locked", s.missed_inputs,
                                          s.realtime ? "periods" : "cycles"));
    if (s.trace_rows_dropped > 0)
        line("trace", fmt::format("{} rows are lost", s.trace_rows_dropped));
    if (s.recording_messages_dropped > 0)
        line("recording", fmt::format("{} messages are lost", s.recording_messages_dropped));
    if (s.ros2_messages_dropped > 0)
        line("ROS 2", fmt::format("{} messages were dropped", s.ros2_messages_dropped));
    for (const FilterCount& filter : s.filters) line("filter", describe(filter));
    if (s.safety) print(*s.safety, line);
    for (const SocketSummary& socket : s.sockets) print(socket, line);
    if (s.change_overs > 0)
        line("takeovers", fmt::format("{} between program and manual control", s.change_overs));
    if (s.manual_timeouts > 0) line("driver timed out", std::to_string(s.manual_timeouts));
    if (s.losses > 0)
        line("program lost",
             fmt::format("{}; fail-safe for {:.3f} s of simulated time", s.losses, s.failsafe_s));
    for (const FaultSummary& fault : s.faults) line("fault", text_of(fault));
    for (const requirement::Outcome& outcome : s.requirements) {
        out << fmt::format("{:<18}{}: ", "requirement", outcome.name);
        print_verdict(outcome, out);
    }
}

nlohmann::ordered_json to_json(const FilterCount& s) {
    return {{"name", s.name},
            {"changed", s.changed},
            {"refused", s.refused},
            {"withheld", s.withheld},
            {"last_reason", s.last_reason}};
}

nlohmann::ordered_json to_json(const std::vector<plant::Finding>& findings) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const plant::Finding& finding : findings)
        list.push_back({{"name", finding.name}, {"value", finding.value}, {"unit", finding.unit}});
    return list;
}

nlohmann::ordered_json to_json(const Summary& s) {
    nlohmann::ordered_json json{
        {"name", s.name},
        {"mode", s.mode},
        {"interface", s.interface},
        {"cycles", s.cycles},
        {"seed", s.seed},
        {"sim_time_s", s.sim_time_s},
        {"route", {{"max_m", s.route_max_m}, {"rms_m", s.route_rms_m}}},
        {"vehicle", {{"x_m", s.x_m}, {"y_m", s.y_m}, {"yaw_rad", s.yaw_rad}, {"vx_mps", s.vx_mps}}},
        {"clamped_outputs", s.clamped_outputs},
        {"losses", s.losses},
        {"failsafe_s", s.failsafe_s},
        {"missed_inputs", s.missed_inputs},
        {"trace_rows_dropped", s.trace_rows_dropped},
        {"trace_error", s.trace_error},
        {"recording_messages_dropped", s.recording_messages_dropped},
        {"recording_error", s.recording_error},
        {"ros2_messages_dropped", s.ros2_messages_dropped},
        {"exit_reason", s.exit_reason},
        {"error", s.error},
        {"timing",
         {{"wall_time_s", s.wall_time_s},
          {"real_time_factor", s.real_time_factor()},
          {"execution_time_s", to_json(s.execution_time_s)},
          {"cycle_latency_us", to_json(s.cycle_latency_us)},
          {"waits", to_json(s.waits)}}}};
    for (const Setting& setting : s.settings) json["set"][setting.path] = setting.value;
    if (!s.has_route) json["route"] = nullptr;
    if (s.error.empty()) json["error"] = nullptr;
    if (s.trace_error.empty()) json["trace_error"] = nullptr;
    if (s.recording_error.empty()) json["recording_error"] = nullptr;
    if (s.realtime) json["realtime"] = to_json(*s.realtime);
    if (s.change_overs > 0) json["change_overs"] = s.change_overs;
    if (s.manual_timeouts > 0) json["person_silences"] = s.manual_timeouts;
    for (const FilterCount& filter : s.filters) json["filters"].push_back(to_json(filter));
    if (s.safety) json["safety"] = to_json(*s.safety);
    if (!s.manoeuvre.empty()) json["manoeuvre"] = to_json(s.manoeuvre);
    for (const SocketSummary& socket : s.sockets) json["sockets"].push_back(to_json(socket));
    for (const FaultSummary& fault : s.faults) json["faults"].push_back(to_json(fault));
    for (const requirement::Outcome& outcome : s.requirements)
        json["requirements"][outcome.name] = to_json(outcome);
    return json;
}

}  // namespace gateway
