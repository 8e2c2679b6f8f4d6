// SPDX-License-Identifier: MIT
#include "run_requirements.hpp"

#include "check/judge_trace.hpp"
#include "check/summary_json.hpp"
#include "columns/trace.hpp"
#include "requirement/column_unit.hpp"

#include <plant/yaml_reader.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace gateway::run_report {
namespace {

using requirement::Outcome;
using requirement::Requirement;

std::vector<Outcome> all_outcomes(const Run& run) {
    std::vector<Outcome> all;
    for (const auto& summary : run.summaries)
        for (Outcome& outcome : summaries::outcomes_of(summary)) {
            if (run.summaries.size() > 1)
                outcome.name = summaries::text_at(summary, "name") + "." + outcome.name;
            all.push_back(std::move(outcome));
        }
    return all;
}

/// Where the run has judged, a formula may name columns that its trace does not have.
requirement::Vocabulary with_any_column(requirement::Vocabulary vocabulary) {
    vocabulary.unit_of = [](const std::string& column) {
        return std::optional(requirement::column_unit(column));
    };
    return vocabulary;
}

/// Those of the configuration with what came of them: as the summary says, else judged now.
void add_judged(const Run& run, RunRequirements& into) {
    const auto trace = open_trace(run.traces[0]);
    const RunEnd end = run.summaries.empty() ? RunEnd{} : run_end_of(run.summaries[0]);
    requirement::Vocabulary vocabulary = vocabulary_of(*trace, end);
    const bool is_judged = !into.outcomes.empty();
    plant::YamlReader reader(run.config_name, run.config);
    std::vector<Requirement> requirements =
        read_requirements(reader, is_judged ? with_any_column(vocabulary) : vocabulary);
    if (!is_judged) into.outcomes = judge(requirements, *trace, end);
    for (Requirement& each : requirements) {
        const auto found = std::find_if(into.outcomes.begin(), into.outcomes.end(),
                                        [&](const Outcome& o) { return o.name == each.name; });
        if (found == into.outcomes.end()) continue;
        into.judged.push_back(std::move(each));
        into.judged_outcomes.push_back(*found);
    }
}

}  // namespace

RunRequirements read_requirements_of(const Run& run, const Log& log) {
    RunRequirements found;
    found.outcomes = all_outcomes(run);
    if (run.config.empty()) return found;
    try {
        found.texts = campaign::requirement_texts(run.config);
        if (run.summaries.size() <= 1 && run.traces.size() == 1) add_judged(run, found);
    } catch (const std::runtime_error& error) {  // of the YAML's parser
        log(run.config_name + ": " + error.what());
    } catch (const std::invalid_argument& error) {  // plant::FileError
        log(error.what() + std::string("; what the requirements compare is not drawn"));
    }
    if (!found.judged.empty())
        found.strips = read_strips(run.traces[0], found.judged, found.judged_outcomes);
    return found;
}

}  // namespace gateway::run_report
