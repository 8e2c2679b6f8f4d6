// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>
#include "control/data_port_config.hpp"
#include "control/ros2_config.hpp"
#include "cycle/realtime_program.hpp"
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

/// Who owns the clock.
enum class Mode {
    measured,  ///< the program
    realtime,  ///< the wall
};

/// How a realtime run is paced and scheduled.
struct RealtimeConfig {
    RealTimeOptions pace{SimTime(10'000'000), OverrunPolicy::skip, 1};
    RealtimeProgramOptions program;
    /// A period also begins when a remote vehicle's state arrives.
    bool begins_on_state = false;
    /// How long the loop looks before it sleeps, and before a deadline.
    std::chrono::microseconds spin{0};
    SchedulingOptions scheduling;
};

/// One program and the vehicle it drives.
struct ProgramConfig {
    /// Its reference id where the file gives no name.
    std::string name;
    /// What messages to its SOCKET ports are addressed to.
    std::string address;
    ProgramOptions options;
    /// Empty: the program is started from outside.
    std::vector<std::string> exec;
    /// A campaign keeps its process from run to run; measured mode only.
    bool reuse = false;
    /// Nothing: the program is behind the DDC. Measured mode only.
    std::optional<tcp::TcpProgramConfig> tcp;
    MeasuredTiming timing;    ///< of measured mode
    RealtimeConfig realtime;  ///< of realtime mode
    VehicleConfig vehicle;
    Failsafe failsafe;
    /// Nothing: no safety rule acts. A file without a section `safety` has default_safety().
    std::optional<vehicle_interface::SafetyOptions> safety;
    /// Who may take the vehicle from the program, the first of several first.
    std::vector<ManualControllerFactory> manual_controllers;
    /// The vehicle lives elsewhere instead; realtime mode only.
    RemoteVehicleFactory remote_vehicle;
    /// It drives the vehicle of that program, whose `vehicle`, `failsafe` and `safety` it has then.
    std::optional<std::size_t> vehicle_of;
    std::optional<Route> route;
    /// Its course is the route.
    std::optional<plant::Scenario> manoeuvre;
    std::optional<std::filesystem::path> trace;
    std::optional<std::filesystem::path> record;
    /// Nothing: its vehicle is not in ROS 2.
    std::optional<Ros2Config> ros2;
    /// What its run must meet.
    std::vector<requirement::Requirement> requirements;
    /// What the user should know of what the file says of it, a line each.
    std::vector<std::string> warnings;
};

/// One run, as docs/configuration.md describes its file.
struct RunConfig {
    std::string table_name;
    /// See ddc::TableOptions.
    std::string table_group;
    bool allow_foreign_table = false;
    Mode mode = Mode::measured;
    SimTime duration{60'000'000'000};
    /// What noise and losses follow from; 0: from the seeds of their own files alone.
    std::uint64_t seed = 0;
    /// What the command line has set in the file, for the summary.
    std::vector<Setting> settings;
    /// Simulated seconds in a second on the clock, of measured mode; 0: as fast as it goes.
    double pace = 0;
    bool profiles = false;  ///< tells where the time of the loop goes
    /// At least one. Several run side by side in the one table.
    std::vector<ProgramConfig> programs;
    /// All of them in one simulated time; else each with a time of its own.
    bool shares_time = false;
    /// The file has a list `programs`: results come as a list as well.
    bool is_list = false;
    /// Where the world lies on the Earth, if the file says so.
    std::optional<WorldOrigin> origin;
    /// What the SOCKET ports are connected to; nothing without a section `sockets`.
    std::optional<NetworkConfig> network;
    /// Nothing: there is none.
    std::optional<DataPortConfig> data_port;

    /// Takes the execution time of each cycle as constant, so that the run repeats to the bit.
    void make_repeatable();
    /// The seeds of sensors and losses, from that of the run and their own.
    void spread_seed();
    /// How the run opens its table.
    ddc::TableOptions table() const;
    /// What the programs that it starts must know to find the table and trust it.
    std::vector<std::pair<std::string, std::string>> program_environment() const;
};

}  // namespace gateway
