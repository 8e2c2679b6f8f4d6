// SPDX-License-Identifier: MIT
#pragma once

#include "plant_vehicle.hpp"

#include "columns/recording_clock.hpp"
#include "control/data_port_config.hpp"
#include "control/ros2_config.hpp"
#include "fault_schedule/planned_fault.hpp"
#include "geodesy/geodetic.hpp"
#include "platform/vehicle_config.hpp"
#include "realtime/scheduling.hpp"
#include "vehicle_interface/safety_config.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gateway::vdsim {

/// One vehicle of vdsim_realtime, with its peers.
struct PlantVehicleConfig {
    PlantVehicleOptions options;
    VehicleConfig vehicle;
    /// Nothing: no safety rule acts. Without a section `safety` it is default_safety().
    std::optional<vehicle_interface::SafetyOptions> safety;
    std::uint16_t cmd_port = 7001;
    std::vector<PlannedFault> faults{};
};

/// The configuration of vdsim_realtime.
struct PlantServerConfig {
    RealTimeOptions pace{SimTime(5'000'000), OverrunPolicy::skip, 1};
    SimTime duration = SimTime::max();
    std::string bind = "127.0.0.1";
    std::vector<std::string> allow;  ///< addresses besides the loopback that Reply::all replies to
    SchedulingOptions scheduling;
    std::vector<PlantVehicleConfig> vehicles;
    std::optional<WorldOrigin> origin;
    std::optional<std::filesystem::path> scale_file;  ///< see ScaleFile
    std::optional<DataPortConfig> data_port;          ///< nothing: no data port
    std::optional<std::filesystem::path> record;      ///< MCAP file; nothing: no recording
    RecordingEpoch record_epoch = RecordingEpoch::zero;
    std::optional<Ros2Config> ros2;     ///< nothing: no topics in ROS 2
    std::filesystem::path file;         ///< empty: only the command line was used
    std::vector<std::string> warnings;  ///< keys of the file that are not supported
};

/// The names of Reply's values in files and on the command line, in the same order.
extern const std::vector<std::string> reply_names;

/// A vehicle without a file: the default sedan, with STATEs to 127.0.0.1:7002.
PlantVehicleConfig default_plant_vehicle();

/// A vehicle's name for users: its name, or "vehicle 3".
std::string name_of(const PlantVehicleOptions& options);

/// The name of the control socket of the vehicles at a port, in the ControlFolder.
std::string control_socket_name(std::uint16_t cmd_port);

/// The addresses in `allow`, in host byte order.
std::vector<std::uint32_t> allowed_addresses(const PlantServerConfig& config);

/// @throws std::invalid_argument if two vehicles of a port have the same id; with a data port, a
/// recording or ROS 2, if any two vehicles have
void check(const PlantServerConfig& config);

}  // namespace gateway::vdsim
