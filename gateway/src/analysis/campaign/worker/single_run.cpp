// SPDX-License-Identifier: MIT
#include "single_run.hpp"

#include "config/load_run_config.hpp"
#include "output/scratch_folder.hpp"

namespace gateway::campaign {

FrozenConfig single_run_config(const Plan& plan, std::uint64_t run, const Plan::Values& values) {
    FrozenConfig config = plan.config(values);
    if (!plan.varies_seed()) config.set("seed", plan.seed(run));
    if (!plan.is_repeatable()) return config;
    for (const std::string& program : program_paths(config))
        config.set(program + "timing.execution_time", "constant");
    return config;
}

std::vector<std::string> program_paths(const FrozenConfig& config) {
    const ScratchFolder scratch;
    config.write_all(scratch.path());
    const RunConfig loaded = load_run_config(scratch.path() / config.main_file());
    if (!loaded.is_list) return {""};
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < loaded.programs.size(); ++i)
        paths.push_back("programs[" + std::to_string(i) + "].");
    return paths;
}

}  // namespace gateway::campaign
