// SPDX-License-Identifier: MIT
#pragma once

#include "summary/setting.hpp"

#include <plant/scenario.hpp>
#include <plant/sim_session.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// The files of the parameters of a vehicle; an empty name is the default.
struct VehicleFiles {
    std::string parameters, tyre, actuator, sensors;
};

/// What `ddc-gateway replay` sets in the files it reads: `vehicle.parameters.mass_kg` in those of
/// the vehicle, as in the file of a run, and every other path in the scenario.
class ReplaySettings {
  public:
    /// @throws std::invalid_argument for a path that a replay does not read
    explicit ReplaySettings(std::vector<Setting> settings);

    const std::vector<Setting>& all() const { return all_; }
    /// @throws plant::FileError, std::invalid_argument, std::runtime_error
    plant::Scenario load_scenario(const std::filesystem::path& file) const;
    /// @param notes what the tyre's file leaves open
    /// @throws plant::FileError, std::invalid_argument, std::runtime_error
    plant::SessionConfig load_session(const VehicleFiles& files,
                                      std::vector<std::string>& notes) const;

  private:
    std::vector<Setting> of_vehicle(bool is_of_vehicle) const;

    std::vector<Setting> all_;
};

}  // namespace gateway
