// SPDX-License-Identifier: MIT
#include "controls.hpp"

#include "http/json_body.hpp"
#include "number/limits.hpp"

#include <algorithm>
#include <iterator>

namespace gateway::foxglove {
namespace {

using data_port::Refusal;
using data_port::RunView;
using nlohmann::json;

/// Their ids are their positions, from 1 on.
constexpr const char* service_names[] = {"pause", "resume", "step", "stop"};

bool is_failsafe(const RunView& view) {
    const auto& vehicles = view.vehicles();
    return std::any_of(vehicles.begin(), vehicles.end(), [](const auto& vehicle) {
        return vehicle->latest() != nullptr && vehicle->latest()->snapshot.is_failsafe;
    });
}

std::string without_word(const std::string& said, const std::string& word) {
    return said.rfind(word, 0) == 0 ? said.substr(word.size()) : said;
}

Reply ask(const RunView& view, const std::string& request) {
    if (view.run == nullptr) return {"error: the run has ended", {}};
    return obey(request, *view.run);
}

json schema_of(const char* name, json properties) {
    const json schema{{"type", "object"}, {"properties", std::move(properties)}};
    return {{"encoding", "json"},
            {"schemaName", name},
            {"schemaEncoding", "jsonschema"},
            {"schema", schema.dump()}};
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
    std::string request;
    if (name == "paused" && value.is_boolean())
        request = value.get<bool>() ? "pause" : "resume";
    else if (name == "time_scale" && value.is_number())
        request = "scale " + plant::plain(value.get<double>());
    else if (name == "failsafe")
        return "failsafe cannot be set";
    else
        return "only paused can be set to true or false, and time_scale to a number";
    const std::string said = ask(view, request).text;
    return said == "ok" ? "" : without_word(said, "error: ");
}

std::string advertise_services() {
    json services = json::array();
    for (std::size_t i = 0; i < std::size(service_names); ++i) {
        const bool is_step = service_names[i] == std::string("step");
        const json steps{{"steps", {{"type", "integer"}, {"minimum", 1}, {"default", 1}}}};
        services.push_back(
            {{"id", i + 1},
             {"name", std::string("/") + service_names[i]},
             {"type", std::string("ddc/") + service_names[i]},
             {"request", schema_of("ddc/Request", is_step ? steps : json::object())},
             {"response", schema_of("ddc/Response", {{"text", {{"type", "string"}}}})}});
    }
    return json{{"op", "advertiseServices"}, {"services", services}}.dump();
}

Reply call_service(const RunView& view, std::uint32_t id, const std::string& request) {
    if (id == 0 || id > std::size(service_names)) throw Refusal(400, "there is no such service");
    const std::string name = service_names[id - 1];
    const json body = request.empty() ? json::object() : data_port::parse_body(request);
    if (name != "step") {
        data_port::check_keys(body, {});
        return ask(view, name);
    }
    data_port::check_keys(body, {"steps"});
    double steps = 1;
    data_port::read_number(body, "steps", limits::steps.min, limits::steps.max, steps);
    return ask(view, "step " + plant::plain(steps));
}

std::optional<std::string> response_of(const std::string& said) {
    if (said.rfind("error: ", 0) == 0 || said.rfind("failed: ", 0) == 0) return std::nullopt;
    return json{{"text", said}}.dump();
}

}  // namespace gateway::foxglove
