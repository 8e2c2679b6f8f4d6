// SPDX-License-Identifier: MIT
#include "write_description.hpp"

#include "words.hpp"

#include <plant/number_text.hpp>

#include <pugixml.hpp>

#include <iterator>
#include <sstream>
#include <stdexcept>
#include <variant>

namespace gateway::fmu {
namespace {

using pugi::xml_node;

constexpr const char* base_units[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
static_assert(std::size(base_units) == std::tuple_size_v<Dimension>);

void set(xml_node element, const char* name, const std::string& text) {
    element.append_attribute(name).set_value(text.c_str());
}

/// Leaves an empty text out.
void set_given(xml_node element, const char* name, const std::string& text) {
    if (!text.empty()) set(element, name, text);
}

void set(xml_node element, const char* name, double number) {
    set(element, name, plant::plain(number));
}

void set(xml_node element, const char* name, const std::optional<double>& number) {
    if (number) set(element, name, *number);
}

void set_flag(xml_node element, const char* name, bool value) {
    set(element, name, value ? "true" : "false");
}

std::string text_of(const Value& value) {
    struct {
        std::string operator()(double number) const { return plant::plain(number); }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(std::uint64_t number) const { return std::to_string(number); }
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(const std::string& text) const { return text; }
    } const to_text;
    return std::visit(to_text, value);
}

/// Writes the elements of one description.
class Writer {
  public:
    explicit Writer(const ModelDescription& description) : description_(description) {}

    void write(xml_node root) const {
        write_attributes(root);
        if (description_.co_simulation)
            write(root.append_child("CoSimulation"), *description_.co_simulation);
        write_units(root);
        write_types(root);
        write_log_categories(root);
        write_experiment(root);
        write_variables(root.append_child("ModelVariables"));
        write_structure(root.append_child("ModelStructure"));
    }

  private:
    bool is_2() const { return description_.version == Version::fmi2; }

    void write_attributes(xml_node root) const {
        set(root, "fmiVersion", is_2() ? "2.0" : "3.0");
        set(root, "modelName", description_.model_name);
        set(root, is_2() ? "guid" : "instantiationToken", description_.token);
        set_given(root, "description", description_.description);
        set_given(root, "license", description_.license);
        set_given(root, "generationTool", description_.generation_tool);
        set(root, "variableNamingConvention", description_.is_structured ? "structured" : "flat");
    }

    void write(xml_node element, const CoSimulation& model) const {
        set(element, "modelIdentifier", model.identifier);
        set_flag(element, "needsExecutionTool", model.needs_execution_tool);
        set_flag(element, "canBeInstantiatedOnlyOncePerProcess",
                 model.can_be_instantiated_only_once);
        set_flag(element, is_2() ? "canGetAndSetFMUstate" : "canGetAndSetFMUState",
                 model.can_get_and_set_state);
        set_flag(element, is_2() ? "canSerializeFMUstate" : "canSerializeFMUState",
                 model.can_serialise_state);
        set_flag(element, "canHandleVariableCommunicationStepSize", model.can_handle_variable_step);
        if (is_2()) return;
        set(element, "fixedInternalStepSize", model.fixed_internal_step_s);
        set_flag(element, "hasEventMode", model.has_event_mode);
        set_flag(element, "mightReturnEarlyFromDoStep", model.might_return_early);
    }

    void write_units(xml_node root) const {
        if (description_.units.empty()) return;
        xml_node list = root.append_child("UnitDefinitions");
        for (const Unit& unit : description_.units) {
            xml_node element = list.append_child("Unit");
            set(element, "name", unit.name);
            if (unit.has_base) write_base(element.append_child("BaseUnit"), unit);
            for (const DisplayUnit& display : unit.display_units) {
                xml_node shown = element.append_child("DisplayUnit");
                set(shown, "name", display.name);
                write_conversion(shown, display.factor, display.offset);
            }
        }
    }
    static void write_base(xml_node element, const Unit& unit) {
        for (std::size_t i = 0; i < std::size(base_units); ++i)
            if (unit.dimension[i] != 0)
                set(element, base_units[i], std::to_string(unit.dimension[i]));
        write_conversion(element, unit.factor, unit.offset);
    }
    static void write_conversion(xml_node element, double factor, double offset) {
        if (factor != 1) set(element, "factor", factor);
        if (offset != 0) set(element, "offset", offset);
    }

    void write_types(xml_node root) const {
        if (description_.enumerations.empty() && description_.types.empty()) return;
        xml_node list = root.append_child("TypeDefinitions");
        for (const TypeDefinition& type : description_.types) {
            xml_node element = type_element(list, type.name, type.type);
            set_given(element, "unit", type.unit);
            set(element, "min", type.min);
            set(element, "max", type.max);
        }
        for (const EnumerationType& type : description_.enumerations) {
            xml_node element = type_element(list, type.name, Type::enumeration);
            for (const EnumerationType::Item& item : type.items) {
                xml_node each = element.append_child("Item");
                set(each, "name", item.name);
                set(each, "value", std::to_string(item.value));
            }
        }
    }
    xml_node type_element(xml_node list, const std::string& name, Type type) const {
        const std::string word = type_word(type);
        xml_node named = list.append_child(is_2() ? "SimpleType" : (word + "Type").c_str());
        set(named, "name", name);
        return is_2() ? named.append_child(word.c_str()) : named;
    }
    std::string type_word(Type type) const {
        const char* const word = is_2() ? word_of(type, type_words_2) : word_of(type, type_words);
        if (*word == '\0') throw std::invalid_argument("FMI 2.0 has no such type of variable");
        return word;
    }

    void write_log_categories(xml_node root) const {
        if (description_.log_categories.empty()) return;
        xml_node list = root.append_child("LogCategories");
        for (const LogCategory& category : description_.log_categories) {
            xml_node element = list.append_child("Category");
            set(element, "name", category.name);
            set_given(element, "description", category.description);
        }
    }

    void write_experiment(xml_node root) const {
        const DefaultExperiment& experiment = description_.default_experiment;
        if (!experiment.start_s && !experiment.stop_s && !experiment.step_s) return;
        xml_node element = root.append_child("DefaultExperiment");
        set(element, "startTime", experiment.start_s);
        set(element, "stopTime", experiment.stop_s);
        set(element, "stepSize", experiment.step_s);
    }

    void write_variables(xml_node list) const {
        for (const Variable& variable : description_.variables) {
            const std::string word = type_word(variable.type);
            xml_node element = list.append_child(is_2() ? "ScalarVariable" : word.c_str());
            set(element, "name", variable.name);
            set(element, "valueReference", std::to_string(variable.reference));
            set_given(element, "description", variable.description);
            set(element, "causality", word_of(variable.causality, causality_words));
            set(element, "variability", word_of(variable.variability, variability_words));
            if (variable.initial)
                set(element, "initial", word_of(*variable.initial, initial_words));
            write_typed(is_2() ? element.append_child(word.c_str()) : element, variable);
        }
    }
    void write_typed(xml_node element, const Variable& variable) const {
        set_given(element, "declaredType", variable.declared_type);
        set_given(element, "unit", variable.unit);
        set(element, "min", variable.min);
        set(element, "max", variable.max);
        if (!variable.start) return;
        if (variable.type == Type::string && !is_2())
            set(element.append_child("Start"), "value", text_of(*variable.start));
        else
            set(element, "start", text_of(*variable.start));
    }

    void write_structure(xml_node element) const {
        if (!is_2()) {
            write_unknowns(element, "Output", description_.outputs);
            return write_unknowns(element, "InitialUnknown", description_.initial_unknowns);
        }
        if (!description_.outputs.empty())
            write_unknowns(element.append_child("Outputs"), "Unknown", description_.outputs);
        if (!description_.initial_unknowns.empty())
            write_unknowns(element.append_child("InitialUnknowns"), "Unknown",
                           description_.initial_unknowns);
    }
    void write_unknowns(xml_node list, const char* name,
                        const std::vector<Unknown>& unknowns) const {
        for (const Unknown& unknown : unknowns) {
            xml_node element = list.append_child(name);
            set(element, is_2() ? "index" : "valueReference", reference_of(unknown.index));
            if (!unknown.dependencies) continue;
            std::string dependencies;
            for (const std::uint32_t each : *unknown.dependencies)
                dependencies += (dependencies.empty() ? "" : " ") + reference_of(each);
            set(element, "dependencies", dependencies);
        }
    }
    /// How the model structure refers to a variable.
    std::string reference_of(std::uint32_t index) const {
        return std::to_string(is_2() ? index + 1 : description_.variables.at(index).reference);
    }

    const ModelDescription& description_;
};

std::string text_of(const pugi::xml_document& document) {
    std::ostringstream text;
    document.save(text, "  ", pugi::format_indent, pugi::encoding_utf8);
    return text.str();
}

void declare(pugi::xml_document& document) {
    xml_node declaration = document.append_child(pugi::node_declaration);
    set(declaration, "version", "1.0");
    set(declaration, "encoding", "UTF-8");
}

}  // namespace

std::string model_description_xml(const ModelDescription& description) {
    pugi::xml_document document;
    declare(document);
    Writer(description).write(document.append_child("fmiModelDescription"));
    return text_of(document);
}

std::string terminals_xml(const ModelDescription& description) {
    if (description.terminals.empty()) return {};
    pugi::xml_document document;
    declare(document);
    xml_node root = document.append_child("fmiTerminalsAndIcons");
    set(root, "fmiVersion", "3.0");
    xml_node list = root.append_child("Terminals");
    for (const Terminal& terminal : description.terminals) {
        xml_node element = list.append_child("Terminal");
        set(element, "name", terminal.name);
        set(element, "matchingRule", terminal.matching_rule);
        set_given(element, "terminalKind", terminal.kind);
        for (const Terminal::Member& member : terminal.members) {
            xml_node each = element.append_child("TerminalMemberVariable");
            set(each, "variableName", member.variable);
            set(each, "memberName", member.name);
            set(each, "variableKind", "signal");
        }
    }
    return text_of(document);
}

}  // namespace gateway::fmu
