// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include "control/data_port_config.hpp"
#include "control/ros2_config.hpp"
#include "realtime/scheduling.hpp"

#include <plant/yaml_reader.hpp>

#include <optional>
#include <string>
#include <vector>

/// Reads sections that a run and vdsim_realtime have in common.
namespace gateway {

struct RealtimeConfig;

/// The texts that identify a vehicle in a configuration: its number or its name.
struct VehicleWords {
    std::string number, name;
};

/// Reads the keys of `data_port` that runs and vdsim_realtime share.
/// @param vehicles in their order
DataPortConfig read_data_port(plant::YamlReader& reader, const std::vector<VehicleWords>& vehicles);

/// Reads the further keys of a run: whether the data port may drive.
void read_driving(plant::YamlReader& reader, DataPortConfig& config);

/// Reads `overrun` and `time_scale`, which runs and vdsim_realtime share.
void read_overrun_and_scale(plant::YamlReader& reader, RealTimeOptions& pace);

/// Reads `priority`, `lock_memory` and `cpus`, which they share too.
void read_scheduling(plant::YamlReader& reader, SchedulingOptions& options);

/// Reads the section `realtime` of a run.
void read_realtime(plant::YamlReader reader, RealtimeConfig& config);

/// @name Read the section `ros2` if it exists
/// @{
std::optional<Ros2Config> read_ros2_of_program(plant::YamlReader& reader);
/// For vdsim_realtime, which has no programs.
std::optional<Ros2Config> read_ros2_of_plant(plant::YamlReader& reader);
/// @}

}  // namespace gateway
