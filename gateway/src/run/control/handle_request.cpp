// SPDX-License-Identifier: MIT
#include "handle_request.hpp"

#include "number/limits.hpp"
#include "text/text.hpp"

#include <spdlog/fmt/fmt.h>

#include <optional>
#include <set>
#include <string>
#include <utility>

namespace gateway {
namespace {

Reply refused(std::string text) {
    return {Reply::Outcome::refused, std::move(text)};
}

Reply failed(std::string text) {
    return {Reply::Outcome::failed, std::move(text)};
}

std::string seconds_of(SimTime time) {
    return plant::plain(std::chrono::duration<double>(time).count()) + " s";
}

std::string position_of(const StepGate::Status& status) {
    if (status.has_ended) return "ended";
    if (status.is_resting) return "at " + seconds_of(status.next_cycle);
    if (status.cycle < SimTime{0}) return "before its first cycle";
    return "in the cycle at " + seconds_of(status.cycle);
}

/// "at 0.03 s"; for several simulated times "lead: at 0.03 s; second: ended".
std::string positions_of(const std::vector<StepGate*>& gates) {
    std::string text;
    for (const StepGate* gate : gates) {
        const StepGate::Status status = gate->status();
        if (!text.empty()) text += "; ";
        if (gates.size() > 1) text += status.name + ": ";
        text += position_of(status);
    }
    return text;
}

/// "; safety: no rule has acted"; for several vehicles each with its name.
std::string rules_of(const std::vector<SafetyBoard*>& boards) {
    std::string text;
    for (const SafetyBoard* board : boards)
        if (!board->is_default || has_acted(*board))
            text += "; safety" + (boards.size() > 1 ? " of " + board->name : "") + ": " +
                    describe(*board);
    return text;
}

/// "; faults: gnss, stuck", those that are active; empty if none is.
std::string active_faults(const std::vector<FaultBoard*>& boards) {
    std::string text;
    for (const FaultBoard* board : boards)
        for (const FaultBoard::Entry& entry : board->entries)
            if (entry.is_active()) text += (text.empty() ? "; faults: " : ", ") + entry.name;
    return text;
}

std::string status_of(const Controlled& run) {
    const RunControl& control = run.control;
    const std::string state = control.stop ? "stopping" : control.pause ? "paused" : "running";
    if (run.is_measured)
        return state + ", " + positions_of(run.gates) + rules_of(run.boards->all()) +
               active_faults(run.faults->all());
    const bool stands = control.pause && !run.gates.empty();
    const double factor = control.time_scale;
    return state + (stands ? ", " + positions_of(run.gates) : "") + ", time scale " +
           (factor > 0 ? fmt::format("{}", factor) : std::string("as configured")) +
           rules_of(run.boards->all()) + active_faults(run.faults->all());
}

/// @return nothing while steps have not finished
std::optional<Reply> after_steps(const Controlled& run, std::uint64_t pause) {
    bool has_left = false;
    for (const StepGate* gate : run.gates) {
        const StepGate::Status status = gate->status();
        has_left = has_left || (status.has_ended && status.left > 0);
        if (!status.has_ended && !status.is_resting) {
            if (run.control.pause && run.control.pauses == pause) return std::nullopt;
            return failed("the run was resumed before the steps were done");
        }
    }
    if (has_left) return failed("the run has ended before the steps were done");
    return Reply{Reply::Outcome::done, positions_of(run.gates)};
}

/// The reply about the cabin of all vehicles. If it is opened and stops no vehicle, this is a
/// failure.
Reply reply_about_cabin(bool opens, const std::vector<SafetyBoard*>& boards) {
    std::string lacks;
    std::size_t stops = 0;
    for (const SafetyBoard* board : boards) {
        const std::string lack = why_no_stop(*board);
        stops += lack.empty() ? 1 : 0;
        if (lack.empty()) continue;
        lacks += (lacks.empty() ? "" : "; ") + (boards.size() > 1 ? board->name + ": " : "") + lack;
    }
    if (lacks.empty()) return {};
    if (opens && stops == 0)
        return failed("the cabin's state is set, but it stops no vehicle of this run: " + lacks);
    return {Reply::Outcome::done, "ok, but an open cabin stops " +
                                      std::string(stops == 0 ? "no vehicle" : "not every vehicle") +
                                      " here: " + lacks};
}

Reply act(const request::Pause& /*asked*/, const Controlled& run) {
    run.control.begin_pause();
    for (StepGate* gate : run.gates) gate->drop();
    return {};
}

Reply act(const request::Resume& /*asked*/, const Controlled& run) {
    run.control.pause = false;
    return {};
}

Reply act(const request::Stop& /*asked*/, const Controlled& run) {
    run.control.end();
    return {};
}

Reply act(const request::Step& asked, const Controlled& run) {
    const std::string complaint =
        plant::range_complaint(static_cast<double>(asked.count), limits::steps);
    if (!complaint.empty()) return refused("the number of steps " + complaint);
    if (run.gates.empty())
        return refused(
            "a realtime run follows the wall clock and cannot be stepped; one with mode: measured "
            "can");
    if (!run.control.pause) return refused("the run is not paused; first: ddc-gateway ctl pause");
    const std::uint64_t pause = run.control.pauses;
    for (StepGate* gate : run.gates) gate->ask(asked.count);
    return {Reply::Outcome::done, "", [&run, pause] { return after_steps(run, pause); }};
}

Reply act(const request::Scale& asked, const Controlled& run) {
    if (run.is_measured) return refused("a measured run has no time scale; use --pace");
    if (run.has_remote_vehicle)
        return refused(
            "a remote vehicle of this run has its own clock, which no time scale changes");
    const std::string complaint = plant::range_complaint(asked.factor, limits::time_scale);
    if (!complaint.empty()) return refused("the time scale " + complaint);
    run.control.time_scale = asked.factor;
    return {};
}

Reply act(const request::Cabin& asked, const Controlled& run) {
    using vehicle_interface::Secured;
    const std::vector<SafetyBoard*> boards = run.boards->all();
    if (boards.empty())
        return refused("every vehicle of this run has `safety: off`: the cabin is not checked");
    const auto part =
        asked.part == request::Cabin::Part::doors ? &SafetyBoard::doors : &SafetyBoard::belts;
    for (SafetyBoard* board : boards) board->*part = asked.state;
    return reply_about_cabin(asked.state == Secured::no, boards);
}

Reply act(const request::Fault& asked, const Controlled& run) {
    std::set<std::string> names;
    for (FaultBoard* board : run.faults->all())
        for (FaultBoard::Entry& entry : board->entries) {
            names.insert(entry.name);
            if (entry.name == asked.name) entry.hand = asked.is_on ? FaultHand::on : FaultHand::off;
        }
    if (names.count(asked.name) > 0) return {};
    return refused("there is no fault '" + asked.name + "'; " +
                   (names.empty() ? "this run has none" : "this run has " + joined(names)));
}

Reply act(const request::Release& /*asked*/, const Controlled& run) {
    ++run.control.releases;
    return {};
}

Reply act(const request::Status& /*asked*/, const Controlled& run) {
    return {Reply::Outcome::done, status_of(run)};
}

}  // namespace

Reply handle_request(const RunRequest& request, const Controlled& run) {
    return std::visit([&run](const auto& asked) { return act(asked, run); }, request);
}

}  // namespace gateway
