// SPDX-License-Identifier: MIT
#include "counterexample.hpp"

#include "campaign/results/results.hpp"
#include "campaign/store/verdict.hpp"
#include "campaign/worker/runner.hpp"
#include "campaign/worker/single_run.hpp"
#include "intermediate_values.hpp"
#include "shrink.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace gateway::campaign {
namespace {

namespace fs = std::filesystem;

Row row_of(const Plan& plan, std::uint64_t run) {
    if (const auto row = find_row(plan, run)) return *row;
    throw std::runtime_error("run " + std::to_string(run) + ": has no result yet");
}

/// The failed requirement of the least robustness, or nothing.
std::string worst_requirement(const Row& row) {
    std::string worst;
    double least = std::numeric_limits<double>::infinity();
    for (const RequirementVerdict& each : verdict_of(row).requirements) {
        if (each.verdict != requirement::Verdict::fail) continue;
        const double robustness =
            each.robustness.value_or(-std::numeric_limits<double>::infinity());
        if (worst.empty() || robustness < least) worst = each.name;
        least = std::min(least, robustness);
    }
    return worst;
}

/// The verdict of a requirement of a run, and its reason.
struct Tried {
    Trial trial = Trial::passes;
    std::string reason;
};

Tried tried(const Row& row, const std::string& requirement) {
    const auto result = nlohmann::json::parse(row.result);
    if (!result.contains("requirements")) return {Trial::error, error_of(row)};
    const auto& outcome = result["requirements"].at(requirement);
    const auto verdict = outcome.at("verdict").get<std::string>();
    if (verdict == "pass") return {};
    return {verdict == "fail" ? Trial::fails : Trial::error,
            outcome.at("reason").get<std::string>()};
}

void count(const Tried& tried, ShrinkTally& tally) {
    ++tally.made;
    if (tried.trial == Trial::fails) ++tally.failed;
    if (tried.trial == Trial::error && tally.errors++ == 0) tally.first_error = tried.reason;
}

/// "3 of 25 runs were errors, which are neither pass nor fail; the first: its program was lost"
std::string error_text(const ShrinkTally& tally) {
    if (tally.errors == 0) return {};
    return "  " + std::to_string(tally.errors) + " of " + std::to_string(tally.made) +
           " runs were errors, which are neither pass nor fail; the first: " + tally.first_error +
           '\n';
}

Plan::Values nominal_values(const Plan& plan) {
    Plan::Values values = Plan::Values::object();
    for (const Parameter& parameter : plan.parameters()) {
        const auto base = plan.base().value(parameter.path);
        values[parameter.path] = base ? *base : parameter.distribution.at(0.5);
    }
    return values;
}

/// Thrown when the search is stopped.
struct Stopped {};

/// The intermediate values of all parameters between the nominal ones and those of a run.
class IntermediateValues {
  public:
    IntermediateValues(const Plan& plan, const Plan::Values& nominal, const Plan::Values& values) {
        for (const Parameter& parameter : plan.parameters()) {
            paths_.push_back(parameter.path);
            values_.push_back(intermediate_values(
                parameter.distribution, nominal.at(parameter.path), values.at(parameter.path)));
        }
    }
    Distances farthest() const {
        Distances distances;
        for (const auto& each : values_) distances.push_back(each.size() - 1);
        return distances;
    }
    Plan::Values at(const Distances& distances) const {
        Plan::Values values = Plan::Values::object();
        for (std::size_t i = 0; i < distances.size(); ++i)
            values[paths_[i]] = values_[i][distances[i]];
        return values;
    }

  private:
    std::vector<std::string> paths_;
    std::vector<std::vector<Distribution::Value>> values_;
};

}  // namespace

std::uint64_t worst_run(const Plan& plan) {
    std::optional<std::uint64_t> worst;
    double least = std::numeric_limits<double>::infinity();
    for_each_row(plan, [&](const Row& row) {
        if (outcome_of(row) != RunOutcome::fail) return;
        const auto robustness = verdict_of(row).least_robustness();
        if (!worst || robustness.value_or(least) < least) worst = row.run;
        least = std::min(least, robustness.value_or(least));
    });
    if (worst) return *worst;
    throw std::runtime_error("no run to shrink: none has failed");
}

std::optional<Counterexample> shrink_run(const Plan& plan, std::uint64_t run,
                                         const RunControl& control, const ShrinkProgress& report) {
    const Row row = row_of(plan, run);
    const std::string name = "run " + std::to_string(run);
    Counterexample found{run, worst_requirement(row), "", {}, nominal_values(plan)};
    if (found.requirement.empty()) throw std::runtime_error(name + ": has not failed");
    plan.check_programs();
    Runner runner(plan, plan.shard_of(run), [](const std::string&) {});
    const auto attempt = [&](const Plan::Values& values) {
        if (control.stop) throw Stopped();
        const Tried made = tried(runner.make(run, values).row, found.requirement);
        count(made, found.tally);
        report(found.tally);
        if (made.trial == Trial::fails) {
            found.values = values;
            found.reason = made.reason;
        }
        return made.trial;
    };
    try {
        const IntermediateValues values(plan, found.nominal, values_of(row));
        const Trial again = attempt(values.at(values.farthest()));
        if (again == Trial::error)
            throw std::runtime_error(
                name + ": is an error when it is repeated: " + found.tally.first_error);
        if (again == Trial::passes)
            throw std::runtime_error(name + ": does not fail again, so it is not repeatable");
        shrink(values.farthest(),
               [&](const Distances& distances) { return attempt(values.at(distances)); });
    } catch (const Stopped&) {
        return std::nullopt;
    }
    return found;
}

std::string to_string(const Counterexample& counterexample) {
    std::string text = "run " + std::to_string(counterexample.run) + " fails " +
                       counterexample.requirement + " with these values nearest to nominal:\n";
    for (const auto& item : counterexample.values.items()) {
        const auto& nominal = counterexample.nominal.at(item.key());
        if (item.value() == nominal) continue;
        text +=
            "  " + item.key() + " " + item.value().dump() + " (nominal " + nominal.dump() + ")\n";
    }
    return text + "  " + counterexample.reason + '\n' + error_text(counterexample.tally);
}

fs::path write_counterexample(const Plan& plan, const Counterexample& counterexample,
                              const fs::path& folder) {
    FrozenConfig config = single_run_config(plan, counterexample.run, counterexample.values);
    const std::vector<std::string> programs = program_paths(config);
    for (std::size_t i = 0; i < programs.size(); ++i)
        config.set(programs[i] + "trace", programs[i].empty()
                                              ? std::string("trace.csv")
                                              : "trace_" + std::to_string(i) + ".csv");
    fs::create_directories(folder);
    config.write_all(folder);
    const fs::path main = folder / "run.yaml";
    fs::rename(folder / config.main_file(), main);
    return main;
}

}  // namespace gateway::campaign
