// SPDX-License-Identifier: MIT
#include "control_body.hpp"

#include "http/json_body.hpp"
#include "number/limits.hpp"

namespace gateway::data_port {
namespace {

using nlohmann::json;

std::string action_of(const json& body) {
    const json word = body.value("do", body.value("action", json()));
    return word.is_string() ? word.get<std::string>() : std::string();
}

/// A call has one request: of two, one might succeed and the other fail.
void check_one_thing(const json& body) {
    const int things = static_cast<int>(body.contains("do") + body.contains("action") +
                                        body.contains("time_scale"));
    if (things > 1)
        throw Refusal(400, "do, action and time_scale exclude each other: send a call for each");
    if (body.contains("steps") && action_of(body) != "step")
        throw Refusal(400, "steps: is valid only with {\"do\": \"step\"}");
    if (body.contains("fault") && action_of(body).rfind("fault_", 0) != 0)
        throw Refusal(400, "fault: is valid only with {\"do\": \"fault_on\"} or fault_off");
}

request::Step step_of(const json& body) {
    double steps = 1;
    read_number(body, "steps", limits::steps.min, limits::steps.max, steps);
    if (body.contains("steps") && !body["steps"].is_number_integer())
        throw Refusal(400, "steps: must be a whole number");
    return {static_cast<std::uint64_t>(steps)};
}

request::Fault fault_of(const json& body, bool is_on) {
    const json name = body.value("fault", json());
    if (!name.is_string()) throw Refusal(400, "fault: must be the name of a fault");
    return {name.get<std::string>(), is_on};
}

}  // namespace

bool asks_for_reset(const json& body) {
    check_one_thing(body);
    return action_of(body) == "reset";
}

RunRequest request_of(const json& body) {
    check_one_thing(body);
    check_keys(body, {"do", "action", "steps", "time_scale", "fault"});
    if (body.contains("time_scale")) {
        request::Scale scale;
        read_number(body, "time_scale", limits::time_scale.min, limits::time_scale.max,
                    scale.factor);
        return scale;
    }
    const std::string action = action_of(body);
    if (action == "pause") return request::Pause{};
    if (action == "resume") return request::Resume{};
    if (action == "step") return step_of(body);
    if (action == "stop") return request::Stop{};
    if (action == "release") return request::Release{};
    if (action == "fault_on" || action == "fault_off") return fault_of(body, action == "fault_on");
    if (action == "reset")
        throw Refusal(409, "reset is only available in vdsim_realtime; restart the run");
    throw Refusal(
        400,
        "needs {\"do\": ...} with pause, resume, step, stop, release, fault_on or fault_off, or "
        "{\"time_scale\": ...}");
}

}  // namespace gateway::data_port
