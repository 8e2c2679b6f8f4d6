// SPDX-License-Identifier: MIT
#include "obey.hpp"

#include "number/limits.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace gateway {
namespace {

std::string seconds_of(SimTime time) {
    return plant::plain(std::chrono::duration<double>(time).count()) + " s";
}

std::string place_of(const StepGate::Standing& standing) {
    if (standing.has_ended) return "ended";
    if (standing.is_resting) return "at " + seconds_of(standing.next_turn);
    if (standing.turn < SimTime{0}) return "before its first cycle";
    return "in the cycle at " + seconds_of(standing.turn);
}

/// "at 0.03 s", or of several times "lead: at 0.03 s; second: ended".
std::string places_of(const std::vector<StepGate*>& gates) {
    std::string text;
    for (const StepGate* gate : gates) {
        const StepGate::Standing standing = gate->look();
        if (!text.empty()) text += "; ";
        if (gates.size() > 1) text += standing.name + ": ";
        text += place_of(standing);
    }
    return text;
}

/// "; safety: no rule has acted", of several vehicles each with its name.
std::string rules_of(const std::vector<SafetyBoard*>& boards) {
    std::string text;
    for (const SafetyBoard* board : boards)
        if (!board->is_default || has_acted(*board))
            text += "; safety" + (boards.size() > 1 ? " of " + board->name : "") + ": " +
                    describe(*board);
    return text;
}

std::string status(const Controlled& run) {
    const RunControl& control = run.control;
    const std::string state = control.stop ? "stopping" : control.pause ? "paused" : "running";
    if (run.is_measured) return state + ", " + places_of(run.gates) + rules_of(run.boards->all());
    const bool stands = control.pause && !run.gates.empty();
    const double factor = control.time_scale;
    return state + (stands ? ", " + places_of(run.gates) : "") + ", time scale " +
           (factor > 0 ? fmt::format("{}", factor) : std::string("as configured")) +
           rules_of(run.boards->all());
}

Reply scale(const std::string& text, const Controlled& run) {
    if (run.is_measured) return {"error: a measured run has no time scale but --pace", {}};
    if (run.has_remote_vehicle)
        return {
            "error: a vehicle of this run lives elsewhere and keeps its own time, which no time "
            "scale here changes",
            {}};
    double factor = 0;
    const std::string complaint = plant::read_number(text, limits::time_scale, factor);
    if (!complaint.empty()) return {"error: the time scale " + complaint, {}};
    run.control.time_scale = factor;
    return {"ok", {}};
}

/// @return nothing while steps are left or under way
std::string after_steps(const Controlled& run, std::uint64_t pause) {
    bool has_left = false;
    for (const StepGate* gate : run.gates) {
        const StepGate::Standing standing = gate->look();
        has_left = has_left || (standing.has_ended && standing.left > 0);
        if (!standing.has_ended && !standing.is_resting) {
            if (run.control.pause && run.control.pauses == pause) return {};
            return "failed: the run went on before the steps were done";
        }
    }
    if (has_left) return "failed: the run has ended before the steps were done";
    return places_of(run.gates);
}

Reply step(const std::string& text, const Controlled& run) {
    std::uint64_t steps = 0;
    const std::string complaint = plant::read_number(text, limits::steps, steps);
    if (!complaint.empty()) return {"error: the number of steps " + complaint, {}};
    if (run.gates.empty())
        return {
            "error: a realtime run follows the wall clock and cannot be stepped; one with mode: "
            "measured can",
            {}};
    if (!run.control.pause)
        return {"error: the run is not paused; first: ddc-gateway ctl pause", {}};
    const std::uint64_t pause = run.control.pauses;
    for (StepGate* gate : run.gates) gate->ask(steps);
    return {"", [&run, pause] { return after_steps(run, pause); }};
}

Reply pause(const Controlled& run) {
    run.control.begin_pause();
    for (StepGate* gate : run.gates) gate->drop();
    return {"ok", {}};
}

/// What is answered to what is true now of the cabin of all vehicles; where it opens, a vehicle
/// that does not stop is a failure.
std::string told_of_cabin(bool opens, const std::vector<SafetyBoard*>& boards) {
    std::string lacks;
    std::size_t stops = 0;
    for (const SafetyBoard* board : boards) {
        const std::string lack = why_no_stop(*board);
        stops += lack.empty() ? 1 : 0;
        if (lack.empty()) continue;
        lacks += (lacks.empty() ? "" : "; ") + (boards.size() > 1 ? board->name + ": " : "") + lack;
    }
    if (lacks.empty()) return "ok";
    if (opens && stops == 0) return "failed: noted, but it stops no vehicle here: " + lacks;
    return "ok, but an open cabin stops " +
           std::string(stops == 0 ? "no vehicle" : "not every vehicle") + " here: " + lacks;
}

/// `doors=closed` and the like, of all vehicles.
Reply cabin(const std::string& text, const Controlled& run) {
    using vehicle_interface::Secured;
    struct Word {
        const char* text;
        std::atomic<Secured> SafetyBoard::*part;
        Secured value;
    };
    static constexpr Word words[] = {{"doors=closed", &SafetyBoard::doors, Secured::yes},
                                     {"doors=open", &SafetyBoard::doors, Secured::no},
                                     {"doors=unknown", &SafetyBoard::doors, Secured::unknown},
                                     {"belts=fastened", &SafetyBoard::belts, Secured::yes},
                                     {"belts=open", &SafetyBoard::belts, Secured::no},
                                     {"belts=unknown", &SafetyBoard::belts, Secured::unknown}};
    const auto word = std::find_if(std::begin(words), std::end(words),
                                   [&](const Word& w) { return text == w.text; });
    if (word == std::end(words))
        return {"error: '" + text +
                    "' is none of doors=closed, doors=open, doors=unknown, belts=fastened, "
                    "belts=open, belts=unknown",
                {}};
    const std::vector<SafetyBoard*> boards = run.boards->all();
    if (boards.empty())
        return {"error: every vehicle here has `safety: off`: nothing looks at the cabin", {}};
    for (SafetyBoard* board : boards) (board->*word->part) = word->value;
    return {told_of_cabin(word->value == Secured::no, boards), {}};
}

/// What follows a word and a space, if a request begins with them.
std::optional<std::string> behind(const std::string& word, const std::string& request) {
    if (request.rfind(word + " ", 0) != 0) return std::nullopt;
    return request.substr(word.size() + 1);
}

}  // namespace

Reply obey(const std::string& request, const Controlled& run) {
    RunControl& control = run.control;
    if (request == "pause") return pause(run);
    if (request == "resume") {
        control.pause = false;
        return {"ok", {}};
    }
    if (request == "stop") {
        control.end();
        return {"ok", {}};
    }
    if (request == "release") {
        ++control.releases;
        return {"ok", {}};
    }
    if (request == "status") return {status(run), {}};
    if (const auto factor = behind("scale", request)) return scale(*factor, run);
    if (const auto steps = behind("step", request)) return step(*steps, run);
    if (const auto part = behind("cabin", request)) return cabin(*part, run);
    return {"error: '" + request +
                "' is none of pause, step COUNT, resume, stop, release, scale FACTOR, "
                "cabin PART=STATE, status",
            {}};
}

}  // namespace gateway
