// SPDX-License-Identifier: MIT
#include "read_variables.hpp"

#include "words.hpp"

#include <cstddef>
#include <limits>
#include <string_view>
#include <unordered_map>

namespace gateway::fmu {
namespace {

using pugi::xml_node;

constexpr std::size_t most_variables = 100'000;

/// Smallest and largest value of the signed integers.
struct IntegerRange {
    std::int64_t min, max;
};

template <class Integer>
constexpr IntegerRange range_of_integer() {
    return {std::numeric_limits<Integer>::min(), std::numeric_limits<Integer>::max()};
}

/// @param version enumerations have 32 bits in FMI 2.0 and 64 in FMI 3.0
std::optional<IntegerRange> signed_range(Type type, Version version) {
    if (type == Type::int8) return range_of_integer<std::int8_t>();
    if (type == Type::int16) return range_of_integer<std::int16_t>();
    if (type == Type::int32) return range_of_integer<std::int32_t>();
    if (type == Type::int64) return range_of_integer<std::int64_t>();
    if (type != Type::enumeration) return std::nullopt;
    return version == Version::fmi2 ? range_of_integer<std::int32_t>()
                                    : range_of_integer<std::int64_t>();
}

std::optional<std::uint64_t> unsigned_max(Type type) {
    if (type == Type::uint8) return 0xff;
    if (type == Type::uint16) return 0xffff;
    if (type == Type::uint32) return 0xffff'ffff;
    if (type == Type::uint64) return std::numeric_limits<std::uint64_t>::max();
    return std::nullopt;
}

bool is_float(Type type) {
    return type == Type::float32 || type == Type::float64;
}

/// An attribute that is a number of a type; nothing for other types.
std::optional<double> limit(const XmlFile& file, const xml_node& element, const char* name,
                            Type type, Version version) {
    if (is_float(type)) return file.number(element, name);
    if (const auto range = signed_range(type, version))
        return file.integer(element, name, range->min, range->max);
    if (const auto max = unsigned_max(type)) return file.count(element, name, *max);
    return std::nullopt;
}

std::optional<Value> start_of_string(const XmlFile& file, const xml_node& element,
                                     Version version) {
    const xml_node holder = version == Version::fmi2 ? element : element.child("Start");
    const char* name = version == Version::fmi2 ? "start" : "value";
    if (!holder.attribute(name)) return std::nullopt;
    return file.text(holder, name);
}

template <class Number>
std::optional<Value> value_of(const std::optional<Number>& number) {
    return number ? std::optional<Value>(*number) : std::nullopt;
}

/// The start value of a scalar.
std::optional<Value> start_of(const XmlFile& file, const xml_node& element, Type type,
                              Version version) {
    constexpr const char* name = "start";
    if (type == Type::string) return start_of_string(file, element, version);
    if (is_float(type)) return value_of(file.number(element, name));
    if (const auto range = signed_range(type, version))
        return value_of(file.integer(element, name, range->min, range->max));
    if (const auto max = unsigned_max(type)) return value_of(file.count(element, name, *max));
    if (type != Type::boolean || !element.attribute(name)) return std::nullopt;
    return file.flag(element, name);
}

std::optional<Type> type_named(std::string_view name, Version version) {
    const auto find = [&](const auto& words) -> std::optional<Type> {
        for (const auto& [word, type] : words)
            if (name == word) return type;
        return std::nullopt;
    };
    return version == Version::fmi2 ? find(type_words_2) : find(type_words);
}

/// The element with the type of a variable or type definition of FMI 2.0.
xml_node type_element(const XmlFile& file, const xml_node& element) {
    for (const xml_node& child : element.children())
        if (type_named(child.name(), Version::fmi2)) return child;
    file.fail(element, "must have an element Real, Integer, Boolean, String or Enumeration");
}

/// Reads the variables of one file.
class VariablesReader {
  public:
    VariablesReader(const XmlFile& file, ModelDescription& result) : file_(file), result_(result) {
        for (const TypeDefinition& type : result.types) types_.emplace(type.name, &type);
    }

    void read(const xml_node& element) {
        for (const xml_node& each : element.children()) {
            if (each.type() != pugi::node_element) continue;
            if (result_.variables.size() == most_variables)
                file_.fail(element,
                           "has more than " + std::to_string(most_variables) + " variables");
            result_.variables.push_back(variable(each));
        }
        resolve_derivatives();
    }

  private:
    bool is_2() const { return result_.version == Version::fmi2; }

    Variable variable(const xml_node& element) {
        const xml_node typed = is_2() ? type_element_of(element) : element;
        const auto type = type_named(typed.name(), result_.version);
        if (!type) file_.fail(element, "is not a type of variable");
        Variable variable;
        variable.type = *type;
        read_common(element, variable);
        read_typed(typed, variable);
        inherit(variable);
        if (const auto derivative = file_.count(typed, "derivative", 0xffff'ffff))
            derivatives_.emplace_back(result_.variables.size(), *derivative);
        return variable;
    }
    xml_node type_element_of(const xml_node& element) const {
        if (element.name() != std::string_view("ScalarVariable"))
            file_.fail(element, "is not a ScalarVariable");
        return type_element(file_, element);
    }
    void read_common(const xml_node& element, Variable& variable) const {
        variable.name = file_.required_text(element, "name");
        variable.reference = file_.required_count(element, "valueReference");
        variable.description = file_.text(element, "description");
        variable.causality =
            file_.word(element, "causality", causality_words).value_or(Causality::local);
        variable.variability = file_.word(element, "variability", variability_words)
                                   .value_or(default_variability(variable));
        variable.initial = file_.word(element, "initial", initial_words);
    }
    Variability default_variability(const Variable& variable) const {
        const bool is_parameter = variable.causality == Causality::parameter ||
                                  variable.causality == Causality::calculated_parameter ||
                                  variable.causality == Causality::structural_parameter;
        if (!is_2() && is_parameter) return Variability::fixed;
        return is_float(variable.type) ? Variability::continuous : Variability::discrete;
    }
    void read_typed(const xml_node& element, Variable& variable) const {
        variable.declared_type = file_.text(element, "declaredType");
        variable.unit = file_.text(element, "unit");
        variable.min = limit(file_, element, "min", variable.type, result_.version);
        variable.max = limit(file_, element, "max", variable.type, result_.version);
        variable.is_array = !is_2() && element.child("Dimension");
        variable.is_clocked = !is_2() && element.attribute("clocks");
        if (!variable.is_array)
            variable.start = start_of(file_, element, variable.type, result_.version);
        for (const xml_node& alias : element.children("Alias"))
            variable.aliases.push_back(file_.required_text(alias, "name"));
    }
    void inherit(Variable& variable) const {
        const auto found = types_.find(variable.declared_type);
        if (found == types_.end()) return;
        const TypeDefinition& type = *found->second;
        if (variable.unit.empty()) variable.unit = type.unit;
        if (!variable.min) variable.min = type.min;
        if (!variable.max) variable.max = type.max;
    }
    void resolve_derivatives() {
        std::unordered_map<std::uint32_t, std::uint32_t> by_reference;
        for (std::uint32_t i = 0; i < result_.variables.size(); ++i)
            by_reference.emplace(result_.variables[i].reference, i);
        for (const auto& [index, state] : derivatives_)
            result_.variables[index].derivative_of =
                is_2() ? position_of_index(state) : position_of_reference(by_reference, state);
    }
    std::uint32_t position_of_index(std::uint64_t index) const {
        const bool is_known = index >= 1 && index <= result_.variables.size();
        return is_known ? static_cast<std::uint32_t>(index - 1) : no_variable;
    }
    static std::uint32_t position_of_reference(
        const std::unordered_map<std::uint32_t, std::uint32_t>& positions,
        std::uint64_t reference) {
        const auto found = positions.find(static_cast<std::uint32_t>(reference));
        return found == positions.end() ? no_variable : found->second;
    }

    const XmlFile& file_;
    ModelDescription& result_;
    std::unordered_map<std::string, const TypeDefinition*> types_;
    /// Position of a variable, and the state of which it is the derivative, as the file refers to
    /// it.
    std::vector<std::pair<std::size_t, std::uint64_t>> derivatives_;
};

/// The name of the type in a name of an element: Float64 of Float64Type.
std::string_view without_end(std::string_view name) {
    constexpr std::string_view end = "Type";
    const bool has_end = name.size() > end.size() && name.substr(name.size() - end.size()) == end;
    return has_end ? name.substr(0, name.size() - end.size()) : std::string_view();
}

}  // namespace

void read_types(const XmlFile& file, const xml_node& element, ModelDescription& result) {
    const bool is_2 = result.version == Version::fmi2;
    for (const xml_node& each : element.children()) {
        if (each.type() != pugi::node_element) continue;
        const xml_node typed = is_2 ? type_element(file, each) : each;
        const auto type =
            type_named(is_2 ? typed.name() : without_end(each.name()), result.version);
        if (!type) file.fail(each, "is not a type definition");
        TypeDefinition definition{file.required_text(each, "name"), *type};
        definition.unit = file.text(typed, "unit");
        definition.min = limit(file, typed, "min", *type, result.version);
        definition.max = limit(file, typed, "max", *type, result.version);
        result.types.push_back(std::move(definition));
    }
}

void read_variables(const XmlFile& file, const xml_node& element, ModelDescription& result) {
    VariablesReader(file, result).read(element);
}

}  // namespace gateway::fmu
