// SPDX-License-Identifier: MIT
#include "controls.hpp"

#include "http/json_body.hpp"
#include "number/limits.hpp"
#include "service_list.hpp"

#include <algorithm>
#include <cmath>

namespace gateway::foxglove {
namespace {

using data_port::Refusal;
using data_port::RunView;
using nlohmann::json;

const ServiceList& run_services() {
    static const ServiceList list(
        {{"pause", "ddc/EmptyRequest"},
         {"resume", "ddc/EmptyRequest"},
         {"step", "ddc/StepRequest", R"("steps":{"type":"integer","minimum":1,"default":1})"},
         {"stop", "ddc/EmptyRequest"}});
    return list;
}

bool is_failsafe(const RunView& view) {
    const auto& vehicles = view.vehicles();
    return std::any_of(vehicles.begin(), vehicles.end(), [](const auto& vehicle) {
        return vehicle->latest() != nullptr && vehicle->latest()->snapshot.is_failsafe;
    });
}

Reply ask(const RunView& view, const RunRequest& request) {
    if (view.run == nullptr) return {Reply::Outcome::refused, "the run has ended"};
    return handle_request(request, *view.run);
}

request::Step step_of(const json& body) {
    double steps = 1;
    data_port::read_number(body, "steps", limits::steps.min, limits::steps.max, steps);
    if (steps != std::trunc(steps))
        throw Refusal(400, "the number of steps must be a whole number, is " + plant::plain(steps));
    return {static_cast<std::uint64_t>(steps)};
}

}  // namespace

const std::vector<std::string>& parameter_names() {
    static const std::vector<std::string> names{"paused", "time_scale", "failsafe"};
    return names;
}

json parameter_value(const RunView& view, const std::string& name) {
    if (name == "paused") return view.run != nullptr && view.run->control.pause.load();
    if (name == "time_scale") return view.time_scale(*view.vehicles().front());
    if (name == "failsafe") return is_failsafe(view);
    return nullptr;
}

std::string set_parameter(const RunView& view, const std::string& name, const json& value) {
    RunRequest request;
    if (name == "paused" && value.is_boolean())
        request = value.get<bool>() ? RunRequest(request::Pause{}) : request::Resume{};
    else if (name == "time_scale" && value.is_number())
        request = request::Scale{value.get<double>()};
    else if (name == "failsafe")
        return "failsafe cannot be set";
    else
        return "only paused can be set to true or false, and time_scale to a number";
    const Reply reply = ask(view, request);
    return reply.outcome == Reply::Outcome::done ? "" : reply.text;
}

std::string advertise_services() {
    return run_services().advertisement();
}

Reply call_service(const RunView& view, std::uint32_t id, const std::string& request) {
    const std::string name = run_services().name_of(id);
    const json body = request.empty() ? json::object() : data_port::parse_body(request);
    if (name == "step") {
        data_port::check_keys(body, {"steps"});
        return ask(view, step_of(body));
    }
    data_port::check_keys(body, {});
    if (name == "pause") return ask(view, request::Pause{});
    if (name == "resume") return ask(view, request::Resume{});
    return ask(view, request::Stop{});
}

std::string response_of(const std::string& text) {
    return json{{"text", text}}.dump();
}

}  // namespace gateway::foxglove
