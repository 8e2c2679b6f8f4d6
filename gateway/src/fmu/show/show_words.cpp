// SPDX-License-Identifier: MIT
#include "show_words.hpp"

#include "description/words.hpp"

#include <plant/number_text.hpp>

#include <cstddef>
#include <iterator>

namespace gateway::fmu {
namespace {

using plant::plain;

struct ToText {
    std::string operator()(double value) const { return plain(value); }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(std::uint64_t value) const { return std::to_string(value); }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(const std::string& value) const { return value; }
};

}  // namespace

std::string type_text(const Variable& variable, Version version) {
    const std::string word = version == Version::fmi2 ? word_of(variable.type, type_words_2)
                                                      : word_of(variable.type, type_words);
    return word + (variable.is_array ? "[]" : "");
}

std::string start_text(const Variable& variable) {
    return variable.start ? std::visit(ToText{}, *variable.start) : "";
}

std::string number_text(const std::optional<double>& number) {
    return number ? plain(*number) : "";
}

std::string base_text(const Unit& unit) {
    constexpr const char* names[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
    static_assert(std::size(names) == std::tuple_size_v<Dimension>);
    if (!unit.has_base) return "";
    std::string text = plain(unit.factor);
    for (std::size_t i = 0; i < std::size(names); ++i) {
        if (unit.dimension[i] == 0) continue;
        text += std::string(" ") + names[i];
        if (unit.dimension[i] != 1) text += "^" + std::to_string(unit.dimension[i]);
    }
    if (unit.offset != 0) text += " + " + plain(unit.offset);
    return text;
}

bool is_supported(const Variable& variable) {
    return !variable.is_array && variable.type != Type::binary && variable.type != Type::clock;
}

std::vector<std::string> capabilities_of(const ModelDescription& description) {
    std::vector<std::string> all;
    if (!description.co_simulation) return all;
    const CoSimulation& simulation = *description.co_simulation;
    if (simulation.can_handle_variable_step) all.emplace_back("steps of variable length");
    if (simulation.fixed_internal_step_s)
        all.push_back("internal step " + plain(*simulation.fixed_internal_step_s) + " s");
    if (simulation.can_get_and_set_state) all.emplace_back("state can be read and set");
    if (simulation.can_serialise_state) all.emplace_back("state can be saved");
    if (simulation.can_be_instantiated_only_once) all.emplace_back("one instance per process");
    if (simulation.needs_execution_tool) all.emplace_back("needs an execution tool");
    if (simulation.has_event_mode) all.emplace_back("event mode");
    if (simulation.might_return_early) all.emplace_back("may return early from a step");
    return all;
}

std::vector<std::string> interfaces_of(const ModelDescription& description) {
    std::vector<std::string> all;
    if (description.co_simulation) all.emplace_back("co-simulation");
    if (description.has_model_exchange) all.emplace_back("model exchange");
    if (description.has_scheduled_execution) all.emplace_back("scheduled execution");
    return all;
}

}  // namespace gateway::fmu
