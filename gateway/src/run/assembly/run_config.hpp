// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include "columns/recording_clock.hpp"
#include "control/data_port_config.hpp"
#include "control/ros2_config.hpp"
#include "cycle/realtime_program.hpp"
#include "driver/driver_config.hpp"
#include "fault_schedule/planned_fault.hpp"
#include "loop/arbiter.hpp"
#include "loop/failsafe.hpp"
#include "montisim_bridge/tcp_program_config.hpp"
#include "network/network_config.hpp"
#include "platform/remote_vehicle.hpp"
#include "platform/vehicle_config.hpp"
#include "process/program_peer.hpp"
#include "realtime/scheduling.hpp"
#include "requirement/requirement.hpp"
#include "route/route.hpp"
#include "summary/setting.hpp"
#include "time/measured_pacer.hpp"
#include "vehicle_interface/safety_config.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gateway {

/// What determines the time of the cycles.
enum class Mode {
    measured,  ///< the program's execution time
    realtime,  ///< the wall clock
};

/// How a realtime run is paced and scheduled.
struct RealtimeConfig {
    RealTimeOptions pace{SimTime(10'000'000), OverrunPolicy::skip, 1};
    RealtimeProgramOptions program;
    /// A period also begins when the state of a remote vehicle arrives.
    bool begins_on_state = false;
    /// How long the loop polls before it sleeps, and before a deadline.
    std::chrono::microseconds spin{0};
    SchedulingOptions scheduling;
    bool has_evidence = true;  ///< collects distributions and the worst moments
};

/// One program and the vehicle it drives.
struct ProgramConfig {
    /// The reference id, if the file has no name.
    std::string name;
    /// Address of messages to its SOCKET ports.
    std::string address;
    ProgramOptions options;
    /// Empty: the program is started from outside.
    std::vector<std::string> exec;
    /// A campaign keeps its process for the next run; measured mode only.
    bool reuse = false;
    /// Replaces the program; then `options` has only its reference id.
    std::optional<DriverConfig> driver;
    /// Nothing: the program itself opens the table. Measured mode only.
    std::optional<tcp::TcpProgramConfig> tcp;
    MeasuredTiming timing;    ///< in measured mode
    RealtimeConfig realtime;  ///< in realtime mode
    VehicleConfig vehicle;
    Failsafe failsafe;
    /// Nothing: no safety rule acts. Without a section `safety` it is default_safety().
    std::optional<vehicle_interface::SafetyOptions> safety;
    /// Manual control and external controllers that may take over, by priority.
    std::vector<ManualControllerFactory> manual_controllers;
    /// Creates a remote vehicle instead of a simulated one; realtime mode only.
    RemoteVehicleFactory remote_vehicle;
    bool has_vds1_vehicle = false;  ///< the remote vehicle is a VDS1 peer
    /// The program drives the vehicle of that program, with its `vehicle`, `failsafe` and `safety`.
    std::optional<std::size_t> vehicle_of;
    std::optional<Route> route;
    /// Its path replaces the route.
    std::optional<plant::Scenario> manoeuvre;
    std::optional<std::filesystem::path> trace;
    std::optional<std::filesystem::path> record;
    RecordingEpoch record_epoch = RecordingEpoch::zero;
    /// Nothing: the vehicle has no topics in ROS 2.
    std::optional<Ros2Config> ros2;
    /// The faults of its run.
    std::vector<PlannedFault> faults;
    /// The requirements of its run.
    std::vector<requirement::Requirement> requirements;
    /// Warnings about its part of the file, a line each.
    std::vector<std::string> warnings;
};

/// One run, as in its file; see docs/reference/runs.md.
struct RunConfig {
    std::string table_name;
    /// See ddc::TableOptions.
    std::string table_group;
    bool allow_foreign_table = false;
    Mode mode = Mode::measured;
    SimTime duration{60'000'000'000};
    /// Seed of noise and losses; 0: only the seeds in the files apply.
    std::uint64_t seed = 0;
    /// The settings that the command line has changed, for the summary.
    std::vector<Setting> settings;
    /// Simulated seconds per second on the clock in measured mode; 0: as fast as possible.
    double pace = 0;
    bool profiles = false;  ///< prints a timing profile of the loop
    /// At least one. Several run in parallel with one table.
    std::vector<ProgramConfig> programs;
    /// All programs share one simulated time; otherwise each has a separate one.
    bool shares_time = false;
    /// The file has a list `programs`: results are a list too.
    bool is_list = false;
    /// Position of the world on the Earth, if the file has it.
    std::optional<WorldOrigin> origin;
    /// The connections of the SOCKET ports; nothing without a section `sockets`.
    std::optional<NetworkConfig> network;
    /// Nothing: no data port.
    std::optional<DataPortConfig> data_port;

    /// Sets a constant execution time of each cycle, so that repeated runs are bit-identical.
    void make_repeatable();
    /// Derives the seeds of sensors, losses and faults from that of the run and their own.
    void spread_seed();
    /// The options with which the run opens its table.
    ddc::TableOptions table() const;
    /// Environment variables with which started programs find the table and accept it.
    std::vector<std::pair<std::string, std::string>> program_environment() const;
};

}  // namespace gateway
