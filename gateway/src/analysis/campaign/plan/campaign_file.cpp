// SPDX-License-Identifier: MIT
#include "campaign_file.hpp"

#include "campaign/design/distribution_file.hpp"
#include "campaign/design/list_table.hpp"
#include "campaign/design/read_distribution.hpp"

#include <plant/yaml_reader.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace gateway::campaign {
namespace {

using plant::YamlReader;

constexpr plant::Range run_counts{1, 1e12};
constexpr plant::Range timeouts_s{1e-3, 1e6};
constexpr plant::Range shard_sizes{1, 1e6};
constexpr plant::Range trace_counts{0, 10'000};

/// The default size of a shard: small enough for many workers, large enough to limit the number of
/// files and to let a search converge.
std::uint64_t usual_shard(std::uint64_t runs, DesignKind design) {
    constexpr std::uint64_t workers = 16, most = 1000, search = 100;
    const std::uint64_t least = design == DesignKind::falsify ? std::min(search, runs) : 1;
    return std::clamp((runs + workers - 1) / workers, least, most);
}

void read_parameters(YamlReader& reader, CampaignFile& campaign) {
    auto section = reader.section("parameters");
    if (!section) return;
    for (const std::string& path : section->keys()) {
        Distribution distribution = read_distribution(*section, path);
        if (section->good(path)) campaign.parameters.push_back({path, std::move(distribution)});
    }
}

/// Adds the parameters of a distribution file. Sets of values, which no design varies, become a
/// list of all combinations.
void add_sets(YamlReader& reader, const DistributionFile& file, CampaignFile& campaign) {
    std::vector<ParameterSet> sets;
    for (const Parameter& parameter : campaign.parameters) sets.push_back({parameter});
    for (const ParameterSet& set : file.sets) {
        for (const Parameter& parameter : set) {
            for (const Parameter& other : campaign.parameters)
                if (other.path == parameter.path)
                    reader.refuse("distributions", other.path + ": is also in `parameters`");
        }
        sets.push_back(set);
    }
    const bool has_sets = std::any_of(sets.begin(), sets.end(),
                                      [](const ParameterSet& set) { return set.size() > 1; });
    if (has_sets && campaign.design != DesignKind::grid)
        reader.refuse("design", "must be `grid` for values that change together");
    if (!reader.good()) return;
    campaign.parameters.clear();
    if (has_sets) {
        campaign.design = DesignKind::list;
        campaign.parameters = combinations_of(sets);
    } else {
        for (const ParameterSet& set : sets) campaign.parameters.push_back(set.front());
    }
}

/// Keys of the campaign's file override those of the distribution file.
void read_distributions(YamlReader& reader, CampaignFile& campaign) {
    DistributionFile file;
    if (!reader.load_file("distributions", file, load_distributions)) return;
    if (campaign.design == DesignKind::list) {
        reader.refuse("distributions", "cannot be given with a list");
        return;
    }
    if (!reader.has("design"))
        campaign.design = file.is_stochastic ? DesignKind::random : DesignKind::grid;
    if (!reader.has("seed")) campaign.seed = file.seed.value_or(campaign.seed);
    campaign.runs = file.runs.value_or(0);
    try {
        add_sets(reader, file, campaign);
    } catch (const std::invalid_argument& error) {
        reader.refuse("distributions", error.what());
    }
}

void read_list(YamlReader& reader, CampaignFile& campaign) {
    std::optional<std::filesystem::path> file;
    if (campaign.design != DesignKind::list) {
        if (reader.has("list")) reader.refuse("list", "is only for `design: list`");
    } else if (!reader.has("list")) {
        reader.refuse("design", "needs `list: FILE.csv`, whose first line has the paths");
    } else if (reader.has("parameters")) {
        reader.refuse("parameters",
                      "cannot be given with a list, whose columns are the parameters");
    } else if (reader.input_file("list", file)) {
        reader.collect("list", [&] { campaign.parameters = load_list(*file); });
    }
    reader.allow("list");
    reader.allow("parameters");
}

/// Refuses what follows from the faults of the configuration.
void check_each_fault(YamlReader& reader) {
    for (const char* key : {"runs", "parameters", "distributions"})
        if (reader.has(key))
            reader.refuse(key,
                          "cannot be given for `design: each_fault`, which has a run for each "
                          "fault of the configuration and one without");
}

/// Reads the number of runs, which a grid and a list determine themselves.
void read_runs(YamlReader& reader, CampaignFile& campaign) {
    const bool is_given = reader.number("runs", campaign.runs, run_counts) || campaign.runs > 0;
    if (campaign.design == DesignKind::each_fault) return check_each_fault(reader);
    if (!reader.good()) return;
    if (campaign.parameters.empty() && campaign.design != DesignKind::random)
        reader.refuse("parameters",
                      "are missing; only `design: random` works without, and varies the seed");
    else if (campaign.design == DesignKind::grid && !is_given)
        campaign.runs = Design::grid_size(campaign.parameters);
    else if (campaign.design == DesignKind::list && !is_given)
        campaign.runs = campaign.parameters.front().distribution.values().size();
    else if (!is_given)
        reader.refuse("runs", "is missing");
}

void read_search(YamlReader& reader, CampaignFile& campaign) {
    if (campaign.design != DesignKind::falsify && reader.has("search"))
        reader.refuse("search", "is only for `design: falsify`");
    if (campaign.design == DesignKind::falsify && !campaign.is_repeatable)
        reader.refuse("repeatable",
                      "must be true for `design: falsify`, whose runs depend on "
                      "the results of others");
    reader.choice("search", campaign.search, search_method_names());
}

void read_keep(YamlReader reader, KeepRules& rules) {
    reader.number("failures", rules.failures, trace_counts);
    reader.number("worst", rules.worst, trace_counts);
}

void check_design(YamlReader& reader, const CampaignFile& campaign) {
    if (!reader.good()) return;
    try {
        const Design design(campaign.design, campaign.seed, campaign.runs, campaign.parameters);
    } catch (const std::invalid_argument& error) {
        reader.refuse("design", error.what());
    }
}

}  // namespace

nlohmann::ordered_json to_json(const KeepRules& rules) {
    return {{"failures", rules.failures}, {"worst", rules.worst}};
}

KeepRules keep_rules_of(const nlohmann::ordered_json& json) {
    return {json.at("failures"), json.at("worst")};
}

CampaignFile read_campaign_file(const std::filesystem::path& file) {
    YamlReader reader(file);
    CampaignFile campaign;
    std::optional<std::filesystem::path> run;
    if (reader.require("run") && reader.input_file("run", run)) campaign.run = *run;
    reader.count("seed", campaign.seed);
    reader.choice("design", campaign.design, design_names());
    reader.flag("repeatable", campaign.is_repeatable);
    double timeout_s = 0;
    if (reader.number("timeout_s", timeout_s, timeouts_s)) campaign.timeout_s = timeout_s;
    if (auto section = reader.section("stop")) campaign.stop = read_stop_rules(*section);
    if (auto section = reader.section("keep")) read_keep(*section, campaign.keep);
    read_parameters(reader, campaign);
    read_list(reader, campaign);
    read_distributions(reader, campaign);
    read_search(reader, campaign);
    try {
        read_runs(reader, campaign);
    } catch (const std::invalid_argument& error) {
        reader.refuse("design", error.what());
    }
    check_design(reader, campaign);
    if (campaign.stop.sprt && campaign.design != DesignKind::random)
        reader.refuse("stop", "sprt needs `design: random`, the only one with independent runs");
    if (!campaign.stop.is_empty() && campaign.design == DesignKind::falsify)
        reader.refuse("stop", "cannot be given for a search, which ends at its first failure");
    campaign.shard = usual_shard(campaign.runs, campaign.design);
    reader.number("shard", campaign.shard, shard_sizes);
    reader.finish();
    return campaign;
}

}  // namespace gateway::campaign
