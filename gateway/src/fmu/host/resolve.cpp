// SPDX-License-Identifier: MIT
#include "resolve.hpp"

#include "failure.hpp"
#include "message.hpp"
#include "resolve_step.hpp"
#include "signal_unit.hpp"

#include "description/words.hpp"
#include "rule/check.hpp"
#include "text/text.hpp"

#include <algorithm>
#include <charconv>
#include <set>

namespace gateway::fmu_host {
namespace {

using fmu::Causality;
using fmu::ModelDescription;
using fmu::Type;
using fmu::Variable;

constexpr std::size_t most_listed = 50;

bool is_supported(const Variable& variable) {
    return variable.type != Type::binary && variable.type != Type::clock && !variable.is_array;
}

bool is_number(const Variable& variable) {
    return is_supported(variable) && variable.type != Type::string;
}

const Variable* find(const ModelDescription& description, const std::string& name) {
    const auto& all = description.variables;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Variable& v) { return v.name == name; });
    return found == all.end() ? nullptr : &*found;
}

const fmu::Unit* unit_named(const ModelDescription& description, const std::string& name) {
    const auto& all = description.units;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const fmu::Unit& u) { return u.name == name; });
    return found == all.end() ? nullptr : &*found;
}

bool is_settable(const Variable& variable) {
    using fmu::Initial;
    if (variable.variability == fmu::Variability::constant) return false;
    if (variable.causality == Causality::parameter || variable.causality == Causality::input)
        return true;
    return variable.initial == Initial::exact || variable.initial == Initial::approx;
}

std::string causality_of(const Variable& variable) {
    return fmu::word_of(variable.causality, fmu::causality_words);
}

/// Why a variable cannot have a signal of a section, or nothing.
std::string objection(Section section, const Variable& variable) {
    if (!is_number(variable))
        return "'" + variable.name + "' is " +
               (variable.is_array
                    ? "an array"
                    : std::string("of type ") + fmu::word_of(variable.type, fmu::type_words)) +
               ", which is not supported";
    if (section == Section::inputs && variable.causality != Causality::input)
        return "'" + variable.name + "' is no input, its causality is " + causality_of(variable);
    if (section == Section::outputs && variable.causality == Causality::input)
        return "'" + variable.name + "' is an input, not an output";
    if (section == Section::start && !is_settable(variable))
        return "'" + variable.name +
               "' is no parameter or start value that can be set, its "
               "causality is " +
               causality_of(variable);
    return {};
}

class Resolver {
  public:
    Resolver(const HostSetup& setup, const ModelDescription& description)
        : setup_(setup), description_(description) {}

    Resolution resolve() {
        resolve_all(Section::inputs, setup_.inputs, result_.inputs);
        resolve_all(Section::outputs, setup_.outputs, result_.outputs);
        std::vector<Resolved> starts;
        resolve_all(Section::start, setup_.start, starts);
        for (std::size_t i = 0; i < starts.size(); ++i)
            if (const auto value = setup_.start[i].value)
                result_.starts.push_back({starts[i], starts[i].conversion.to_variable(*value)});
        for (std::size_t i = 0; i < setup_.parameters.size(); ++i) resolve_parameter(i);
        const StepResult step = resolve_step(setup_, description_);
        result_.report.steps = step.steps;
        if (!step.wrong.empty()) refuse(Section::step, 0, step.wrong);
        list_rest();
        return std::move(result_);
    }

  private:
    void refuse(Section section, std::size_t index, std::string text) {
        result_.report.wrong.push_back({section, index, std::move(text)});
    }
    void warn(std::string text) { result_.report.warnings.push_back(std::move(text)); }

    void resolve_all(Section section, const std::vector<SetupVariable>& asked,
                     std::vector<Resolved>& found) {
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const Variable* const variable = find(description_, asked[i].variable);
            const std::string problem = variable == nullptr
                                            ? "the FMU has no variable '" + asked[i].variable + "'"
                                            : objection(section, *variable);
            found.emplace_back();
            if (!problem.empty()) {
                refuse(section, i, problem);
                continue;
            }
            if (section != Section::outputs && !set_.insert(variable->name).second)
                refuse(section, i, "'" + variable->name + "' is set by another line too");
            found.back() = {variable->type, variable->reference,
                            conversion_of(section, i, asked[i], *variable)};
        }
    }

    Conversion conversion_of(Section section, std::size_t index, const SetupVariable& asked,
                             const Variable& variable) {
        Conversion conversion;
        conversion.gain = asked.gain;
        conversion.offset = asked.offset;
        if (asked.factor) {
            conversion.factor = *asked.factor;
        } else if (variable.unit.empty()) {
            if (asked.unit != "1")
                warn("variable " + variable.name + " has no unit; it is taken in " + asked.unit);
        } else {
            apply_unit(section, index, asked, variable, conversion);
        }
        return conversion;
    }

    void apply_unit(Section section, std::size_t index, const SetupVariable& asked,
                    const Variable& variable, Conversion& conversion) {
        const fmu::Unit* const unit = unit_named(description_, variable.unit);
        const bool has_base = unit != nullptr && unit->has_base;
        if (!has_base && (variable.unit == asked.unit || variable.unit == "1") && asked.unit == "1")
            return;
        if (!has_base)
            return refuse(section, index,
                          "variable " + variable.name + " has the unit " + variable.unit +
                              ", which the FMU does not define by base units; write its `unit`");
        if (!are_equal(unit->dimension, dimension_of(asked.unit)))
            return refuse(section, index,
                          "variable " + variable.name + " has unit " + variable.unit + ", but " +
                              asked.signal + " needs " + asked.unit);
        conversion.factor = unit->factor;
        conversion.unit_offset = unit->offset;
    }

    void resolve_parameter(std::size_t index) {
        const SetupParameter& asked = setup_.parameters[index];
        const Variable* const variable = find(description_, asked.variable);
        if (variable == nullptr)
            return refuse(Section::parameters, index, "the FMU has no such variable");
        if (!is_settable(*variable) || !is_supported(*variable))
            return refuse(Section::parameters, index,
                          "cannot be set: its causality is " + causality_of(*variable));
        if (!set_.insert(variable->name).second)
            return refuse(Section::parameters, index, "is set by another line too");
        ResolvedStart start{{variable->type, variable->reference}};
        if (variable->type == Type::string)
            start.text = asked.value;
        else if (!read_value(asked.value, variable->type, start.number))
            return refuse(Section::parameters, index,
                          "'" + asked.value + "' is no value of type " +
                              fmu::word_of(variable->type, fmu::type_words));
        result_.starts.push_back(start);
    }

    static bool read_value(const std::string& text, Type type, double& number) {
        if (type == Type::boolean && (text == "true" || text == "false")) {
            number = text == "true" ? 1 : 0;
            return true;
        }
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, number);
        const bool is_real = type == Type::float32 || type == Type::float64;
        return error == std::errc() && stop == end &&
               (is_real || number == static_cast<double>(static_cast<long long>(number)));
    }

    /// Inputs without a signal, and variables that cannot be used.
    void list_rest() {
        std::vector<std::string> unmapped, unsupported;
        for (const Variable& variable : description_.variables) {
            if (!is_supported(variable))
                unsupported.push_back(variable.name);
            else if (variable.causality == Causality::input && set_.count(variable.name) == 0)
                unmapped.push_back(variable.name);
        }
        const auto list = [&](const char* text, std::vector<std::string>& names) {
            if (names.empty()) return;
            const std::size_t more = names.size() - std::min(names.size(), most_listed);
            names.resize(names.size() - more);
            warn(text + joined(names) + (more > 0 ? " and " + std::to_string(more) + " more" : ""));
        };
        list("inputs that keep their start values, since they are not mapped: ", unmapped);
        list("variables of types that are not supported: ", unsupported);
    }

    const HostSetup& setup_;
    const ModelDescription& description_;
    Resolution result_{};
    std::set<std::string> set_{};  ///< variables that get a value
};

}  // namespace

Resolution resolve(const HostSetup& setup, const ModelDescription& description) {
    return Resolver(setup, description).resolve();
}

void require_usable(const HostSetup& setup, const fmu::Fmu& fmu) {
    const auto& co_simulation = fmu.description.co_simulation;
    if (!co_simulation)
        throw Failure(std::string("is not for co-simulation") +
                      (fmu.description.has_model_exchange ? ", but for model exchange" : ""));
    std::string errors;
    for (const fmu::Violation& violation : fmu::check(fmu))
        if (violation.severity == fmu::Severity::error)
            errors += (errors.empty() ? "" : "; ") + violation.rule + ": " + violation.text;
    if (!errors.empty()) throw Failure("violates the standard: " + errors);
    if (co_simulation->needs_execution_tool && !setup.allow_tool)
        throw Failure(
            "needs another program, its execution tool; `allow_tool: true` under `vehicle` lets it "
            "start processes");
    if (own_library(fmu).empty())
        throw Failure("has no library for " + own_platforms(fmu.description.version).front() +
                      ", but for: " + joined(platforms_of(fmu)));
}

}  // namespace gateway::fmu_host
