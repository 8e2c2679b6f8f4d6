// SPDX-License-Identifier: MIT
#include "each_fault.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <utility>

namespace gateway::campaign {
namespace {

const std::string front = "faults.", back = ".enabled";

/// The path of the part of the configuration with the faults of a program.
std::string part_of(const RunConfig& run, std::size_t program) {
    return run.is_list ? "programs[" + std::to_string(program) + "]." : "";
}

std::vector<std::string> paths_of(const RunConfig& run) {
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < run.programs.size(); ++i)
        for (const PlannedFault& planned : run.programs[i].faults) {
            const std::string path = part_of(run, i) + front + planned.fault.name;
            if (!planned.from)
                throw std::invalid_argument(path +
                                            ".from: is missing; `design: each_fault` needs it");
            paths.push_back(path + back);
        }
    return paths;
}

/// Run 0 has no fault, run i + 1 only this one.
Distribution only_in(std::size_t run, std::size_t runs) {
    std::vector<Distribution::Value> values(runs, false);
    values[run] = true;
    return Distribution::among(std::move(values));
}

}  // namespace

void add_faults(const RunConfig& run, CampaignFile& campaign) {
    const std::vector<std::string> paths = paths_of(run);
    if (paths.empty())
        throw std::invalid_argument(campaign.run.string() +
                                    ": faults: are missing; `design: each_fault` runs each alone");
    campaign.runs = paths.size() + 1;
    for (std::size_t i = 0; i < paths.size(); ++i)
        campaign.parameters.push_back({paths[i], only_in(i + 1, campaign.runs)});
}

std::string fault_of(const std::string& path) {
    const std::size_t place = path.find(front);
    return path.substr(0, place) +
           path.substr(place + front.size(), path.size() - place - front.size() - back.size());
}

}  // namespace gateway::campaign
