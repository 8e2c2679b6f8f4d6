// SPDX-License-Identifier: MIT
#pragma once

#include "plant_vehicle.hpp"

#include "control/data_port_config.hpp"
#include "control/ros2_config.hpp"
#include "geodesy/geodetic.hpp"
#include "platform/vehicle_config.hpp"
#include "realtime/scheduling.hpp"
#include "vehicle_interface/safety_config.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gateway::vdsim {

/// One vehicle of a plant and the peers it has.
struct PlantVehicleConfig {
    PlantVehicleOptions options;
    VehicleConfig vehicle;
    /// Nothing: no safety rule acts. A file without a section `safety` has default_safety().
    std::optional<vehicle_interface::SafetyOptions> safety;
    std::uint16_t cmd_port = 7001;
};

/// What vdsim_realtime runs.
struct PlantServerConfig {
    RealTimeOptions pace{SimTime(5'000'000), OverrunPolicy::skip, 1};
    SimTime duration = SimTime::max();
    std::string bind = "127.0.0.1";
    std::vector<std::string> allow;  ///< addresses besides the loopback that Reply::all answers
    SchedulingOptions scheduling;
    std::vector<PlantVehicleConfig> vehicles;
    std::optional<WorldOrigin> origin;
    std::optional<std::filesystem::path> scale_file;  ///< see ScaleFile
    std::optional<DataPortConfig> data_port;          ///< nothing: there is none
    std::optional<std::filesystem::path> record;      ///< MCAP file, if one is wanted
    std::optional<Ros2Config> ros2;                   ///< nothing: they are not in ROS 2
    std::filesystem::path file;                       ///< empty: all is from the command line
    std::vector<std::string> warnings;                ///< what the file says and is not done
};

/// As the file and the command line call what Reply says, in its order.
extern const std::vector<std::string> reply_names;

/// A vehicle without a file of its own: the default sedan, STATEs to 127.0.0.1:7002.
PlantVehicleConfig default_plant_vehicle();

/// What people call a vehicle: its name, or "vehicle 3".
std::string name_of(const PlantVehicleOptions& options);

/// The name of the control socket of the vehicles at a port, in the ControlFolder.
std::string control_socket_name(std::uint16_t cmd_port);

/// The addresses in `allow`, in the host's byte order.
std::vector<std::uint32_t> allowed_addresses(const PlantServerConfig& config);

/// @throws std::invalid_argument if two vehicles of a port have the same id, or of all if there is
/// a data port, a recording or ROS 2, which know them by it
void check(const PlantServerConfig& config);

}  // namespace gateway::vdsim
