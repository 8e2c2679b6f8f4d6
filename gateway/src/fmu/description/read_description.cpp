// SPDX-License-Identifier: MIT
#include "read_description.hpp"

#include "read_variables.hpp"
#include "xml_file.hpp"

#include <iterator>
#include <string_view>

namespace gateway::fmu {
namespace {

using pugi::xml_node;

constexpr std::int64_t most_exponent = 100;
constexpr std::size_t most_terminals = 1000;

Version version_of(const XmlFile& file, const xml_node& root) {
    const std::string text = file.required_text(root, "fmiVersion");
    if (text == "2.0") return Version::fmi2;
    if (text.rfind("3.", 0) == 0) return Version::fmi3;
    file.fail(root, "fmiVersion: FMI 2.0 and 3.0 are supported");
}

CoSimulation co_simulation_of(const XmlFile& file, const xml_node& element, Version version) {
    const bool is_2 = version == Version::fmi2;
    CoSimulation result;
    result.identifier = file.required_text(element, "modelIdentifier");
    result.can_handle_variable_step = file.flag(element, "canHandleVariableCommunicationStepSize");
    result.can_be_instantiated_only_once =
        file.flag(element, "canBeInstantiatedOnlyOncePerProcess");
    result.can_get_and_set_state =
        file.flag(element, is_2 ? "canGetAndSetFMUstate" : "canGetAndSetFMUState");
    result.can_serialise_state =
        file.flag(element, is_2 ? "canSerializeFMUstate" : "canSerializeFMUState");
    result.needs_execution_tool = file.flag(element, "needsExecutionTool");
    if (is_2) return result;
    result.has_event_mode = file.flag(element, "hasEventMode");
    result.might_return_early = file.flag(element, "mightReturnEarlyFromDoStep");
    result.fixed_internal_step_s = file.number(element, "fixedInternalStepSize");
    return result;
}

void read_base(const XmlFile& file, const xml_node& element, Unit& unit) {
    constexpr const char* names[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
    static_assert(std::size(names) == std::tuple_size_v<Dimension>);
    unit.has_base = true;
    for (std::size_t i = 0; i < std::size(names); ++i)
        unit.dimension[i] = static_cast<int>(
            file.integer(element, names[i], -most_exponent, most_exponent).value_or(0));
    unit.factor = file.number(element, "factor").value_or(1);
    unit.offset = file.number(element, "offset").value_or(0);
}

Unit unit_of(const XmlFile& file, const xml_node& element) {
    Unit unit;
    unit.name = file.required_text(element, "name");
    if (const xml_node base = element.child("BaseUnit")) read_base(file, base, unit);
    for (const xml_node& each : element.children("DisplayUnit"))
        unit.display_units.push_back({file.required_text(each, "name"),
                                      file.number(each, "factor").value_or(1),
                                      file.number(each, "offset").value_or(0)});
    return unit;
}

DefaultExperiment experiment_of(const XmlFile& file, const xml_node& element) {
    return {file.number(element, "startTime"), file.number(element, "stopTime"),
            file.number(element, "stepSize")};
}

void read_root(const XmlFile& file, const xml_node& root, ModelDescription& result) {
    constexpr std::pair<const char*, bool> conventions[] = {{"flat", false}, {"structured", true}};
    result.version_text = file.text(root, "fmiVersion");
    result.model_name = file.text(root, "modelName");
    result.token = file.text(root, result.version == Version::fmi2 ? "guid" : "instantiationToken");
    result.description = file.text(root, "description");
    result.generation_tool = file.text(root, "generationTool");
    result.license = file.text(root, "license");
    result.is_structured = file.word(root, "variableNamingConvention", conventions).value_or(false);
    for (const xml_node& child : root.children())
        if (child.type() == pugi::node_element) result.elements.emplace_back(child.name());
}

/// @param front name of the terminal that contains these, with a dot; empty if none does
void add_terminals(const XmlFile& file, const xml_node& parent, const std::string& front,
                   std::vector<Terminal>& all) {
    for (const xml_node& each : parent.children("Terminal")) {
        if (all.size() == most_terminals)
            file.fail(each, "there are more than " + std::to_string(most_terminals) + " terminals");
        Terminal terminal{front + file.required_text(each, "name"), file.text(each, "terminalKind"),
                          file.text(each, "matchingRule")};
        for (const xml_node& member : each.children("TerminalMemberVariable"))
            terminal.members.push_back(
                {file.required_text(member, "variableName"), file.text(member, "memberName")});
        const std::string name = terminal.name;
        all.push_back(std::move(terminal));
        add_terminals(file, each, name + ".", all);
    }
}

}  // namespace

ModelDescription read_description(const std::string& text, const std::string& name) {
    const XmlFile file(text, name);
    const xml_node root = file.root("fmiModelDescription");
    ModelDescription result;
    result.version = version_of(file, root);
    read_root(file, root, result);
    if (const xml_node element = root.child("CoSimulation"))
        result.co_simulation = co_simulation_of(file, element, result.version);
    result.has_model_exchange = root.child("ModelExchange");
    result.has_scheduled_execution = root.child("ScheduledExecution");
    for (const xml_node& unit : root.child("UnitDefinitions").children("Unit"))
        result.units.push_back(unit_of(file, unit));
    result.default_experiment = experiment_of(file, root.child("DefaultExperiment"));
    read_types(file, root.child("TypeDefinitions"), result);
    read_variables(file, root.child("ModelVariables"), result);
    read_structure(file, root.child("ModelStructure"), result);
    return result;
}

std::vector<Terminal> read_terminals(const std::string& text, const std::string& name) {
    const XmlFile file(text, name);
    std::vector<Terminal> all;
    add_terminals(file, file.root("fmiTerminalsAndIcons").child("Terminals"), "", all);
    return all;
}

}  // namespace gateway::fmu
