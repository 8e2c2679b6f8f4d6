// SPDX-License-Identifier: MIT
#pragma once

#include "../config/kernel_wishes.hpp"
#include "../config/vehicle_config.hpp"
#include "plant_vehicle.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace gateway::vds1 {

/// One vehicle of a plant and the peers it has.
struct PlantVehicleConfig {
    PlantVehicleOptions options;
    VehicleConfig vehicle;
    std::uint16_t cmd_port = 7001;
};

/// What vdsim_realtime runs.
struct PlantServerConfig {
    RealTimeOptions pace{SimTime(5'000'000), OverrunPolicy::skip, 1};
    SimTime duration = SimTime::max();
    std::string bind = "127.0.0.1";
    std::vector<std::string> allow;  ///< addresses besides the loopback that Reply::all answers
    KernelWishes kernel;
    std::vector<PlantVehicleConfig> vehicles;
};

/// As the file and the command line call what Reply says, in its order.
extern const std::vector<std::string> reply_names;

/// A vehicle without a file of its own: the default sedan, STATEs to 127.0.0.1:7002.
PlantVehicleConfig default_plant_vehicle();

/// Reads a YAML file with `vehicles`, as docs/vds1-server.md describes it.
/// @throws plant::FileError with every mistake
PlantServerConfig load_plant_server_config(const std::filesystem::path& file);

/// The addresses in `allow`, in the host's byte order.
std::vector<std::uint32_t> allowed_addresses(const PlantServerConfig& config);

/// @throws std::invalid_argument if two vehicles of a port have the same id, or the pace cannot be
void check(const PlantServerConfig& config);

}  // namespace gateway::vds1
