// SPDX-License-Identifier: MIT
#pragma once

#include "summary/setting.hpp"

#include <plant/scenario.hpp>
#include <plant/sim_session.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace gateway {

/// The parameter files of a vehicle; an empty name means the default.
struct VehicleFiles {
    std::string parameters, tyre, actuator, sensors;
};

/// The values that `ddc-gateway replay` overrides: paths such as `vehicle.parameters.mass_kg` in
/// the files of the vehicle, as in the configuration of a run, and all other paths in the scenario.
class ReplaySettings {
  public:
    /// @throws std::invalid_argument for a path that a replay does not read
    explicit ReplaySettings(std::vector<Setting> settings);

    const std::vector<Setting>& all() const { return all_; }
    /// @throws plant::FileError, std::invalid_argument, std::runtime_error
    plant::Scenario load_scenario(const std::filesystem::path& file) const;
    /// @param notes receives values that the tyre's file does not define
    /// @throws plant::FileError, std::invalid_argument, std::runtime_error
    plant::SessionConfig load_session(const VehicleFiles& files,
                                      std::vector<std::string>& notes) const;

  private:
    std::vector<Setting> of_vehicle(bool is_of_vehicle) const;

    std::vector<Setting> all_;
};

}  // namespace gateway
