// SPDX-License-Identifier: MIT
#include "campaign_file.hpp"

#include "list_table.hpp"
#include "read_distribution.hpp"

#include <plant/yaml_reader.hpp>

#include <algorithm>

namespace gateway::campaign {
namespace {

using plant::YamlReader;

constexpr plant::Range run_counts{1, 1e12};
constexpr plant::Range shard_sizes{1, 1e6};

/// Enough for many workers, and few enough files.
std::uint64_t usual_shard(std::uint64_t runs) {
    constexpr std::uint64_t workers = 16, most = 1000;
    return std::clamp<std::uint64_t>((runs + workers - 1) / workers, 1, most);
}

void read_parameters(YamlReader& reader, CampaignFile& campaign) {
    auto section = reader.section("parameters");
    if (!section) return;
    for (const std::string& path : section->keys()) {
        Distribution distribution = read_distribution(*section, path);
        if (section->good(path)) campaign.parameters.push_back({path, std::move(distribution)});
    }
}

void read_list(YamlReader& reader, CampaignFile& campaign) {
    std::optional<std::filesystem::path> file;
    if (campaign.design != DesignKind::list) {
        if (reader.has("list")) reader.refuse("list", "is for `design: list` alone");
    } else if (!reader.has("list")) {
        reader.refuse("design", "needs `list: FILE.csv`, whose first line has the paths");
    } else if (reader.has("parameters")) {
        reader.refuse("parameters", "has no place beside a list, whose columns are the parameters");
    } else if (reader.input_file("list", file)) {
        reader.collect("list", [&] { campaign.parameters = load_list(*file); });
    }
    reader.allow("list");
    reader.allow("parameters");
}

/// A grid and a list know how many runs they have.
void read_runs(YamlReader& reader, CampaignFile& campaign) {
    const bool is_given = reader.number("runs", campaign.runs, run_counts);
    if (!reader.good()) return;
    if (campaign.parameters.empty() && campaign.design != DesignKind::random)
        reader.refuse("parameters", "are missing; without any, `design: random` varies the seed");
    else if (campaign.design == DesignKind::grid && !is_given)
        campaign.runs = Design::grid_size(campaign.parameters);
    else if (campaign.design == DesignKind::list && !is_given)
        campaign.runs = campaign.parameters.front().distribution.values().size();
    else if (!is_given)
        reader.refuse("runs", "is missing");
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

CampaignFile read_campaign_file(const std::filesystem::path& file) {
    YamlReader reader(file);
    CampaignFile campaign;
    std::optional<std::filesystem::path> run;
    if (reader.require("run") && reader.input_file("run", run)) campaign.run = *run;
    reader.count("seed", campaign.seed);
    reader.choice("design", campaign.design, design_names());
    reader.flag("repeatable", campaign.is_repeatable);
    read_parameters(reader, campaign);
    read_list(reader, campaign);
    try {
        read_runs(reader, campaign);
    } catch (const std::invalid_argument& error) {
        reader.refuse("design", error.what());
    }
    check_design(reader, campaign);
    campaign.shard = usual_shard(campaign.runs);
    reader.number("shard", campaign.shard, shard_sizes);
    reader.finish();
    return campaign;
}

}  // namespace gateway::campaign
