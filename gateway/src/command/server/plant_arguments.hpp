// SPDX-License-Identifier: MIT
#pragma once

#include "plant_server/plant_server_config.hpp"

#include <ddc/command/command_line.hpp>

#include <memory>
#include <optional>

namespace gateway::vdsim {

/// The command line of vdsim_realtime: one vehicle from flags, a file in our form (`--config`), or
/// one in that of the public simulator (`--scene`).
class PlantArguments {
  public:
    /// Adds the options to `line`, which must live as long.
    explicit PlantArguments(ddc::command::CommandLine& line);
    ~PlantArguments();
    PlantArguments(const PlantArguments&) = delete;
    PlantArguments& operator=(const PlantArguments&) = delete;

    /// What they and the files they name say, once the command line is parsed.
    /// @throws plant::FileError, std::invalid_argument
    PlantServerConfig config() const;
    /// That is all: nothing is to be served.
    bool is_only_checked() const;
    /// See add_announce_option().
    std::optional<int> announce() const;

  private:
    struct Given;
    std::unique_ptr<Given> given_;
};

}  // namespace gateway::vdsim
