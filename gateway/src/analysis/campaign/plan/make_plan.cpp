// SPDX-License-Identifier: MIT
#include "each_fault.hpp"
#include "plan.hpp"

#include "config/load_run_config.hpp"
#include "frozen/config_path.hpp"
#include "frozen/freeze.hpp"
#include "output/output_file.hpp"
#include "output/scratch_folder.hpp"
#include "text/file_text.hpp"

#include <ddc/version.h>
#include <plant/file_error.hpp>

#include <algorithm>
#include <stdexcept>

namespace gateway::campaign {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// The largest number of runs that are checked here, since each takes some milliseconds; workers
/// check all.
constexpr std::uint64_t most_checked = 500;

/// Replaces the values of discrete parameters by those of the frozen configuration.
void freeze_values(Freezer& freezer, std::vector<Parameter>& parameters) {
    for (Parameter& parameter : parameters) {
        auto values = parameter.distribution.values();
        if (values.empty()) continue;
        for (auto& value : values) value = freezer.value(parameter.path, value);
        parameter.distribution = parameter.distribution.with_values(std::move(values));
    }
}

ordered_json files_json(const FrozenConfig& config) {
    auto list = ordered_json::array();
    for (const FrozenFile& file : config.files())
        list.push_back({{"name", file.name},
                        {"source", file.source},
                        {"sha256", file.digest},
                        {"text", file.text}});
    return list;
}

ordered_json to_plan(const CampaignFile& campaign, const Freezer& freezer,
                     const FrozenConfig& config) {
    auto parameters = ordered_json::object();
    for (const Parameter& parameter : campaign.parameters)
        parameters[parameter.path] = parameter.distribution.form();
    ordered_json plan{{"form", 1},
                      {"gateway", DDC_VERSION},
                      {"runs", campaign.runs},
                      {"shard", campaign.shard},
                      {"seed", campaign.seed},
                      {"design", name_of(campaign.design)},
                      {"repeatable", campaign.is_repeatable},
                      {"parameters", parameters},
                      {"programs", freezer.programs()},
                      {"files", files_json(config)}};
    if (campaign.timeout_s) plan["timeout_s"] = *campaign.timeout_s;
    if (!campaign.stop.is_empty()) plan["stop"] = to_json(campaign.stop);
    if (!campaign.keep.is_empty()) plan["keep"] = to_json(campaign.keep);
    if (campaign.design == DesignKind::falsify) plan["search"] = name_of(campaign.search);
    return plan;
}

/// Why a configuration is invalid, or an empty text.
std::string problem_of(const FrozenConfig& config) {
    const ScratchFolder scratch;
    config.write_all(scratch.path());
    try {
        load_run_config(scratch.path() / config.main_file());
        return {};
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

/// The parameters whose values alone make the configuration invalid.
std::string culprits(const Plan& plan, const Plan::Values& values) {
    std::string found;
    for (const auto& item : values.items()) {
        FrozenConfig alone(plan.base());
        alone.set(item.key(), item.value());
        if (!problem_of(alone).empty()) found += item.key() + ": " + item.value().dump() + ": ";
    }
    return found;
}

void check_values(const Plan& plan, const std::string& name, const Plan::Values& values) {
    const std::string problem = problem_of(plan.config(values));
    if (!problem.empty())
        throw std::invalid_argument(name + ": " + culprits(plan, values) + problem);
}

/// Checks some values between the ends of all parameters, since the runs of a search are not known
/// in advance.
void check_search(const Plan& plan) {
    constexpr int steps = 64;
    for (int i = 0; i <= steps; ++i) {
        const double unit = static_cast<double>(i) / steps;
        check_values(plan, "the search",
                     plan.values_at(std::vector<double>(plan.parameters().size(), unit)));
    }
}

/// Rejects parameters that have no effect: a run of a campaign uses the table of its worker, and
/// writes no files itself.
void check_paths(const CampaignFile& campaign) {
    for (const Parameter& parameter : campaign.parameters) {
        const std::vector<PathStep> steps = steps_of(parameter.path);
        const bool is_of_list = steps.size() >= 3 && steps[0] == PathStep("programs");
        const PathStep& key = is_of_list ? steps[2] : steps[0];
        if (key == PathStep("trace") || key == PathStep("record"))
            throw std::invalid_argument(
                "parameters: " + parameter.path +
                ": has no effect, since runs of a campaign write no traces and no recordings; use "
                "`keep` to select runs whose traces are kept");
        if (steps[0] == PathStep("ddc") || steps[0] == PathStep("data_port"))
            throw std::invalid_argument("parameters: " + parameter.path +
                                        ": has no effect on runs of a campaign");
    }
}

/// Rejects a repeatable campaign in realtime mode, which depends on the wall clock.
void check_mode(const RunConfig& config, bool is_repeatable) {
    if (config.mode == Mode::realtime && is_repeatable)
        throw std::invalid_argument(
            "mode: realtime runs are not repeatable; add `repeatable: false` to the campaign");
}

/// Rejects stop rules without requirements, since no run would fail.
void check_stop(const RunConfig& config, const StopRules& rules) {
    const bool are_judged = std::any_of(config.programs.begin(), config.programs.end(),
                                        [](const auto& p) { return !p.requirements.empty(); });
    if (!rules.is_empty() && !are_judged)
        throw std::invalid_argument(
            "stop: needs `requirements` in the configuration, else no run can fail");
}

/// Rejects a search without requirements.
void check_requirements(const RunConfig& config, const CampaignFile& campaign) {
    const auto has_some = [](const ProgramConfig& each) { return !each.requirements.empty(); };
    if (campaign.design == DesignKind::falsify &&
        std::none_of(config.programs.begin(), config.programs.end(), has_some))
        throw std::invalid_argument(campaign.run.string() +
                                    ": requirements: are missing; `design: falsify` searches for a "
                                    "run that violates one");
}

void check_runs(const Plan& plan) {
    if (plan.is_search()) return check_search(plan);
    const std::uint64_t step = std::max<std::uint64_t>(plan.runs() / most_checked, 1);
    for (std::uint64_t run = 0; run < plan.runs(); run += step)
        check_values(plan, "run " + std::to_string(run), plan.values(run));
}

void write_plan(const fs::path& folder, const std::string& text) {
    OutputFile file(folder / "plan.json");
    file.stream() << text;
    file.close();
}

}  // namespace

void make_plan(const fs::path& campaign_file, const fs::path& folder) {
    CampaignFile campaign = read_campaign_file(campaign_file);
    check_paths(campaign);
    const RunConfig run = load_run_config(campaign.run);
    check_mode(run, campaign.is_repeatable);
    check_stop(run, campaign.stop);
    check_requirements(run, campaign);
    if (campaign.design == DesignKind::each_fault) add_faults(run, campaign);
    Freezer freezer(campaign.run);
    freeze_values(freezer, campaign.parameters);
    FrozenConfig config(freezer.files());
    for (const Parameter& parameter : campaign.parameters) config.add_default(parameter.path);
    const std::string text = to_plan(campaign, freezer, config).dump(1) + "\n";
    const ScratchFolder scratch;
    write_plan(scratch.path(), text);
    check_runs(Plan(scratch.path()));
    const fs::path file = folder / "plan.json";
    if (fs::exists(file) && gateway::text_of(file) != text)
        throw std::runtime_error(folder.string() +
                                 ": has another plan; each campaign needs a separate folder");
    write_plan(folder, text);
}

}  // namespace gateway::campaign
