// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"
#include "draft_file.hpp"
#include "folder.hpp"
#include "plant_server/plant_server_config.hpp"
#include "problem_list.hpp"

namespace gateway::studio {

/// What the readers of the command line say of a text.
struct Judgement {
    Problems problems;
    /// @name Of that kind, without a problem
    /// @{
    std::optional<RunConfig> run;
    std::optional<vdsim::PlantServerConfig> plant;
    /// @}
};

/// @param kind "run", "vdsim_realtime", "vehicle", ... as the schemas are called
/// @throws data_port::Refusal for another one
Judgement judge(const Folder& folder, const std::string& kind, const DraftFile& draft);

}  // namespace gateway::studio
