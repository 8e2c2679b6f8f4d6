// SPDX-License-Identifier: MIT
#pragma once

#include "plant_server/plant_server_config.hpp"

#include <ddc/command/command_line.hpp>

#include <memory>
#include <optional>

namespace gateway::vdsim {

/// The command line of vdsim_realtime: one vehicle from options, a file in the format of this
/// project
/// (`--config`), or one in the format of the public simulator (`--scene`).
class PlantArguments {
  public:
    /// Adds the options to `line`, which must outlive this.
    explicit PlantArguments(ddc::command::CommandLine& line);
    ~PlantArguments();
    PlantArguments(const PlantArguments&) = delete;
    PlantArguments& operator=(const PlantArguments&) = delete;

    /// The configuration from the options and the files they name. Call it after parsing.
    /// @throws plant::FileError, std::invalid_argument
    PlantServerConfig config() const;
    /// Whether --validate is given, so that nothing is served.
    bool is_only_checked() const;
    /// See add_announce_option().
    std::optional<int> announce() const;

  private:
    struct Given;
    std::unique_ptr<Given> given_;
};

}  // namespace gateway::vdsim
