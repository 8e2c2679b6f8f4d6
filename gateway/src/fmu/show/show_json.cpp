// SPDX-License-Identifier: MIT
#include "description/words.hpp"
#include "show.hpp"
#include "show_words.hpp"

#include <nlohmann/json.hpp>

namespace gateway::fmu {
namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json json_of(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json start_json(const Variable& variable) {
    if (!variable.start) return nullptr;
    return std::visit([](const auto& value) { return Json(value); }, *variable.start);
}

Json variable_json(const Variable& variable, Version version) {
    Json json{
        {"name", variable.name},
        {"reference", variable.reference},
        {"causality", word_of(variable.causality, causality_words)},
        {"variability", word_of(variable.variability, variability_words)},
        {"initial", variable.initial ? Json(word_of(*variable.initial, initial_words)) : Json()},
        {"type", type_text(variable, version)},
        {"unit", variable.unit},
        {"start", start_json(variable)},
        {"min", json_of(variable.min)},
        {"max", json_of(variable.max)},
        {"description", variable.description},
        {"supported", is_supported(variable)}};
    if (!variable.aliases.empty()) json["aliases"] = variable.aliases;
    return json;
}

Json unit_json(const Unit& unit) {
    Json json{{"name", unit.name}};
    if (!unit.has_base) return json;
    constexpr const char* names[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
    Json exponents = Json::object();
    for (std::size_t i = 0; i < unit.dimension.size(); ++i)
        if (unit.dimension[i] != 0) exponents[names[i]] = unit.dimension[i];
    json["base"] = exponents;
    json["factor"] = unit.factor;
    json["offset"] = unit.offset;
    return json;
}

Json terminal_json(const Terminal& terminal) {
    Json members = Json::array();
    for (const Terminal::Member& member : terminal.members)
        members.push_back({{"name", member.name}, {"variable", member.variable}});
    return {{"name", terminal.name},
            {"kind", terminal.kind},
            {"matching_rule", terminal.matching_rule},
            {"members", members}};
}

Json violation_json(const Violation& violation) {
    return {{"rule", violation.rule},
            {"severity", violation.severity == Severity::error ? "error" : "warning"},
            {"text", violation.text}};
}

template <class List, class ToJson>
Json list_json(const List& list, ToJson to_json) {
    Json json = Json::array();
    for (const auto& each : list) json.push_back(to_json(each));
    return json;
}

}  // namespace

std::string show_json(const Fmu& fmu, const std::vector<Violation>& violations) {
    const ModelDescription& description = fmu.description;
    const DefaultExperiment& experiment = description.default_experiment;
    Json json{{"name", description.model_name},
              {"description", description.description},
              {"fmi_version", description.version_text},
              {"interfaces", interfaces_of(description)},
              {"token", description.token},
              {"generation_tool", description.generation_tool},
              {"license", description.license},
              {"platforms", platforms_of(fmu)},
              {"library", own_library(fmu)},
              {"capabilities", capabilities_of(description)}};
    json["default_experiment"] = {{"start_s", json_of(experiment.start_s)},
                                  {"stop_s", json_of(experiment.stop_s)},
                                  {"step_s", json_of(experiment.step_s)}};
    json["variables"] = list_json(description.variables, [&](const Variable& each) {
        return variable_json(each, description.version);
    });
    json["units"] = list_json(description.units, unit_json);
    json["terminals"] = list_json(description.terminals, terminal_json);
    json["violations"] = list_json(violations, violation_json);
    // Only ASCII, so that no character of an FMU controls a terminal.
    return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace gateway::fmu
