// SPDX-License-Identifier: MIT
#include "rule.hpp"
#include "text/text.hpp"

#include <algorithm>
#include <string_view>

namespace gateway::fmu {
namespace {

using Names = std::vector<std::string_view>;

/// The children of the root, in the order of the standard.
Names order_of(Version version) {
    if (version == Version::fmi2)
        return {"ModelExchange",     "CoSimulation",   "UnitDefinitions",
                "TypeDefinitions",   "LogCategories",  "DefaultExperiment",
                "VendorAnnotations", "ModelVariables", "ModelStructure"};
    return {"ModelExchange",   "CoSimulation",  "ScheduledExecution", "UnitDefinitions",
            "TypeDefinitions", "LogCategories", "DefaultExperiment",  "ModelVariables",
            "ModelStructure",  "Annotations"};
}

void check_version(const Fmu& fmu, Report& report) {
    const std::string& text = fmu.description.version_text;
    const bool is_known =
        fmu.description.version == Version::fmi2
            ? text == "2.0"
            : text == "3.0" || text.rfind("3.0.", 0) == 0 || text.rfind("3.0-", 0) == 0;
    if (!is_known) report.add("fmiVersion", "is " + text);
}

void check_order(const Fmu& fmu, Report& report) {
    const Names order = order_of(fmu.description.version);
    auto at = order.begin();
    // FMI 2.0 permits the first two in either order.
    bool is_first_2 = fmu.description.version == Version::fmi2;
    for (const std::string& element : fmu.description.elements) {
        const auto found = std::find(at, order.end(), element);
        const bool is_swapped = is_first_2 && element == "ModelExchange" && at == order.begin() + 2;
        is_first_2 = is_first_2 && element == "CoSimulation";
        if (is_swapped) continue;
        if (found == order.end()) {
            report.add(element, "is unknown, occurs twice or is at the wrong position");
            continue;
        }
        at = found + 1;
    }
}

void check_required(const Fmu& fmu, Report& report) {
    const auto& elements = fmu.description.elements;
    for (const char* name : {"ModelVariables", "ModelStructure"})
        if (std::find(elements.begin(), elements.end(), name) == elements.end())
            report.add(name, "is missing");
}

void check_interface(const Fmu& fmu, Report& report) {
    const ModelDescription& description = fmu.description;
    if (!description.co_simulation && !description.has_model_exchange &&
        !description.has_scheduled_execution)
        report.add("", "there is no element CoSimulation, nor one of another interface");
}

bool is_c_identifier(std::string_view name) {
    const auto is_letter = [](char each) {
        return each == '_' || (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
    };
    const auto is_part = [&](char each) { return is_letter(each) || (each >= '0' && each <= '9'); };
    return !name.empty() && is_letter(name.front()) &&
           std::all_of(name.begin(), name.end(), is_part);
}

void check_identifier(const Fmu& fmu, Report& report) {
    const auto& simulation = fmu.description.co_simulation;
    if (simulation && !is_c_identifier(simulation->identifier))
        report.add("modelIdentifier", "'" + simulation->identifier + "' is not an identifier of C");
}

void check_library(const Fmu& fmu, Report& report) {
    const auto& simulation = fmu.description.co_simulation;
    if (!simulation || !own_library(fmu).empty()) return;
    const std::string own = joined(own_platforms(fmu.description.version), " or ");
    const std::string others = joined(platforms_of(fmu));
    report.add(
        "", "there is no library " + simulation->identifier + ".so for " + own +
                (others.empty() ? ", and no binary at all" : "; there are binaries for " + others));
}

void check_token(const Fmu& fmu, Report& report) {
    if (fmu.description.token.empty())
        report.add(fmu.description.version == Version::fmi2 ? "guid" : "instantiationToken",
                   "is missing or empty");
}

void check_model_name(const Fmu& fmu, Report& report) {
    if (fmu.description.model_name.empty()) report.add("modelName", "is missing or empty");
}

void check_serialisation(const Fmu& fmu, Report& report) {
    const auto& simulation = fmu.description.co_simulation;
    if (simulation && simulation->can_serialise_state && !simulation->can_get_and_set_state)
        report.add("CoSimulation", "a state can be serialised, but not read and set");
}

void check_internal_step(const Fmu& fmu, Report& report) {
    const auto& simulation = fmu.description.co_simulation;
    if (simulation && simulation->fixed_internal_step_s && *simulation->fixed_internal_step_s <= 0)
        report.add("fixedInternalStepSize", "is not above 0");
}

void check_experiment(const Fmu& fmu, Report& report) {
    const DefaultExperiment& experiment = fmu.description.default_experiment;
    if (experiment.step_s && *experiment.step_s <= 0)
        report.add("DefaultExperiment", "stepSize is not above 0");
    if (experiment.stop_s && *experiment.stop_s < experiment.start_s.value_or(0))
        report.add("DefaultExperiment", "stopTime is before startTime");
}

}  // namespace

std::vector<Rule> document_rules() {
    return {
        {"version", Severity::error, "fmiVersion is 2.0, or 3.0 with or without a further number",
         check_version},
        {"element-order", Severity::warning,
         "the elements have the order of the standard, and each occurs once", check_order},
        {"element-required", Severity::error, "ModelVariables and ModelStructure exist",
         check_required},
        {"interface", Severity::error, "there is an element CoSimulation or of another interface",
         check_interface},
        {"identifier", Severity::error, "modelIdentifier is an identifier of C", check_identifier},
        {"library", Severity::error, "there is a library for this machine", check_library},
        {"token", Severity::error, "guid or instantiationToken is not empty", check_token},
        {"model-name", Severity::warning, "modelName is not empty", check_model_name},
        {"serialisation", Severity::warning,
         "where a state can be serialised, it can be read and set", check_serialisation},
        {"internal-step", Severity::error, "fixedInternalStepSize is above 0", check_internal_step},
        {"experiment", Severity::warning,
         "stepSize is above 0, and stopTime is not before startTime", check_experiment},
    };
}

}  // namespace gateway::fmu
