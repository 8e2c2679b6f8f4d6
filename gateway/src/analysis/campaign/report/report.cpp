// SPDX-License-Identifier: MIT
#include "report.hpp"

#include "fault_table.hpp"
#include "formulas.hpp"
#include "output/output_file.hpp"
#include "page.hpp"
#include "requirement/junit.hpp"

#include <stdexcept>

namespace gateway::campaign {
namespace {

using requirement::Outcome;
using requirement::Verdict;

void write_text(const std::filesystem::path& file, const std::string& text) {
    OutputFile out(file);
    out.stream() << text;
    out.close();
}

Outcome case_of(const RequirementFindings& found, const Findings& all) {
    const std::uint64_t unjudged = all.unjudged(found);
    Outcome outcome;
    outcome.name = found.name;
    outcome.robustness = found.worst.robustness;
    outcome.time_s = found.worst_time_s;
    const std::string of_runs = " of " + std::to_string(all.runs) + " runs";
    outcome.verdict = unjudged > 0 ? Verdict::error : Verdict::pass;
    outcome.reason = std::to_string(unjudged) + of_runs + " are missing or errors";
    if (found.failed == 0) return outcome;
    outcome.verdict = Verdict::fail;
    outcome.reason = "failed in " + std::to_string(found.failed) + of_runs + ", worst in run " +
                     std::to_string(found.worst.run) +
                     (unjudged > 0 ? "; " + outcome.reason : std::string());
    return outcome;
}

/// The name of the run without a fault is not that of a fault.
Outcome case_of(const FaultResult& result) {
    Outcome outcome;
    outcome.name = result.fault.empty() ? "without a fault" : result.fault;
    outcome.note = outcome.reason = text_of(result);
    if (!result.outcome || *result.outcome == RunOutcome::error) return outcome;
    outcome.verdict = *result.outcome == RunOutcome::fail ? Verdict::fail : Verdict::pass;
    if (const FaultEffect* worst = result.worst()) {
        outcome.robustness = worst->robustness.value_or(0);
        outcome.time_s = worst->time_s;
        if (outcome.verdict == Verdict::fail) outcome.reason += "; " + worst->reason;
    }
    return outcome;
}

}  // namespace

void write_report(const Findings& findings, const Plan& plan, const std::filesystem::path& folder,
                  const std::filesystem::path& file) {
    write_text(file, page_of(findings, plan, {folder.string(), machines_of(plan)}));
}

std::string junit_of(const Findings& findings, const Plan& plan, const std::string& name) {
    const RequirementTexts texts = requirement_texts(plan.base().files().front().text);
    requirement::Suite suite{name, {}};
    for (const RequirementFindings& each : findings.requirements) {
        const RequirementText text = text_of(texts, each.name);
        suite.outcomes.push_back(case_of(each, findings));
        suite.outcomes.back().id = text.id;
        suite.outcomes.back().source = text.source;
    }
    if (findings.faults.empty()) return requirement::junit_text({suite});
    requirement::Suite faults{name + ".faults", {}};
    for (const FaultResult& each : findings.faults) faults.outcomes.push_back(case_of(each));
    return requirement::junit_text({suite, faults});
}

void write_faults(const Findings& findings, const std::filesystem::path& file) {
    if (findings.faults.empty())
        throw std::invalid_argument("--csv: is only for design each_fault");
    write_text(file, csv_of(findings.faults));
}

void write_summary(const Findings& findings, const Plan& plan, const std::filesystem::path& file) {
    write_text(file, to_json(findings, plan).dump(2) + "\n");
}

}  // namespace gateway::campaign
