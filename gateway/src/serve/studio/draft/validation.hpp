// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"
#include "draft_file.hpp"
#include "folder.hpp"
#include "plant_server/plant_server_config.hpp"
#include "problem_list.hpp"

namespace gateway::studio {

/// The result of reading a text with the readers of the command line.
struct ValidationResult {
    Problems problems;
    /// @name The configuration, if it is of that kind and has no problem
    /// @{
    std::optional<RunConfig> run;
    std::optional<vdsim::PlantServerConfig> plant;
    /// @}
};

/// @param kind name of a schema: "run", "vdsim_realtime", "vehicle", ...
/// @throws data_port::Refusal for an unknown kind
ValidationResult validate_draft(const Folder& folder, const std::string& kind,
                                const DraftFile& draft);

}  // namespace gateway::studio
