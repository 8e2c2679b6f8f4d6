// SPDX-License-Identifier: MIT
#pragma once

#include <plant/parameter_list.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace plant {

/// Reads or sets the values of parameters of any struct.
class ParameterSink {
  public:
    virtual ~ParameterSink() = default;
    /// Reads or sets the value of a parameter, whose other members describe it.
    virtual void visit(Parameter& parameter) = 0;
};

/// The visitor of the lists of keys, see RequiredKeys, for a ParameterSink.
class ParameterVisitor {
  public:
    ParameterVisitor(ParameterSink& sink, std::string prefix, bool is_in_list = false)
        : sink_(sink), prefix_(std::move(prefix)), is_in_list_(is_in_list) {}

    bool has(const char*) const { return true; }

    template <class Number>
    void number(const char* key, Number& value, const Range& range) {
        const Range unlimited;  // of a key without effect
        if (range.min == unlimited.min && range.max == unlimited.max) return;
        Parameter parameter = named(key, ParameterKind::number);
        parameter.number = static_cast<double>(value);
        parameter.range = range;
        sink_.visit(parameter);
        value = static_cast<Number>(parameter.number);
    }
    void flag(const char* key, bool& value) { value = whole(key, ParameterKind::flag, value) != 0; }
    void count(const char* key, std::uint64_t& value) {
        value = whole(key, ParameterKind::count, value);
    }
    template <class Enum>
    void choice(const char* key, Enum& value, const std::vector<std::string_view>& names) {
        const auto index = static_cast<std::uint64_t>(value);
        if (index >= names.size()) return;  // set by another parameter, as TyreModel::mf52
        value = static_cast<Enum>(whole(key, ParameterKind::choice, index, names));
    }
    void numbers(const char* key, std::vector<double>& values) {
        Parameter parameter = named(key, ParameterKind::numbers);
        parameter.numbers = std::move(values);
        sink_.visit(parameter);
        values = std::move(parameter.numbers);
    }
    template <class Params>
    void section(const char* key, Params& params) {
        ParameterVisitor visitor(sink_, prefix_ + key + ".", is_in_list_);
        visit(params, visitor);
    }
    template <class Params>
    void list(const char* key, std::vector<Params>& items) {
        items.resize(whole(key, ParameterKind::length, items.size()));
        for (std::size_t i = 0; i < items.size(); ++i) {
            ParameterVisitor visitor(sink_, prefix_ + key + "[" + std::to_string(i + 1) + "].",
                                     true);
            visit(items[i], visitor);
        }
    }

  private:
    Parameter named(const char* key, ParameterKind kind) const {
        Parameter parameter;
        parameter.name = prefix_ + key;
        parameter.kind = kind;
        parameter.is_in_list = is_in_list_;
        return parameter;
    }
    std::uint64_t whole(const char* key, ParameterKind kind, std::uint64_t value,
                        const std::vector<std::string_view>& names = {}) {
        Parameter parameter = named(key, kind);
        parameter.whole = value;
        parameter.names = names;
        sink_.visit(parameter);
        return parameter.whole;
    }

    ParameterSink& sink_;
    std::string prefix_;
    bool is_in_list_;
};

// Each is defined in the file with the keys of its parameters.
void visit_parameters(ParameterVisitor& visitor, VehicleParams& params);
void visit_parameters(ParameterVisitor& visitor, TyreParams& params);
void visit_parameters(ParameterVisitor& visitor, SolverParams& params);
void visit_parameters(ParameterVisitor& visitor, ActuatorParams& params);
void visit_parameters(ParameterVisitor& visitor, SensorParams& params);
void visit_parameters(ParameterVisitor& visitor, ActuationParams& params);
void visit_parameters(ParameterVisitor& visitor, GroundParams& params);

}  // namespace plant
