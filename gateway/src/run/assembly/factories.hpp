// SPDX-License-Identifier: MIT
#pragma once

#include "program_run.hpp"

#include "cycle/program_controller.hpp"
#include "driver/driver.hpp"
#include "fault_schedule/fault_schedule.hpp"
#include "loop/loop.hpp"
#include "network/program_sockets.hpp"
#include "plant_fault/vehicle_faults.hpp"
#include "process/program_proxy.hpp"
#include "time/realtime_pacer.hpp"

/// Creates the parts of a run. Add a new kind of part here.
namespace gateway {

class MessageSinks;

/// The parts of a run, and the objects that they use.
struct Assembly {
    std::unique_ptr<FaultSchedule> faults;          ///< null without faults
    ProgramFaults program_faults;                   ///< those of the program's side
    std::unique_ptr<VehicleFaults> vehicle_faults;  ///< null without any, and for a shared vehicle
    std::unique_ptr<ChildProcess> child;      ///< null if the gateway does not start the program
    std::unique_ptr<ProgramProxy> proxy;      ///< null if the program itself has the table open
    std::unique_ptr<ProgramSockets> sockets;  ///< null if none is connected
    RunParts parts;
    const ProgramController* program = nullptr;  ///< in `parts`; null: the driver model drives
    const Driver* driver = nullptr;              ///< in `parts`; null: a program drives
    int report_descriptor = -1;                  ///< of RemoteVehicle
    const vds1::Client* vds1 = nullptr;          ///< the vehicle's, if it is a VDS1 peer
    std::string interface;                       ///< of RemoteVehicle
    RealtimePacer* realtime = nullptr;           ///< in `parts`, in realtime mode
    std::vector<Level> manual_levels;            ///< of manual control
    const SafetyFilter* rules = nullptr;         ///< of the vehicle; null with `safety: off`
    const SafetyFilter* safety = nullptr;        ///< the same; null without a section `safety`
    std::unique_ptr<CommandTap> tap;  ///< in the filters; null if another program has them
    /// Receive the messages of each cycle; monitors may add some.
    std::shared_ptr<MessageSinks> sinks;

    /// @name Of the program; a driver model has no ports and an empty description
    /// @{
    const InputBindings& inputs() const;
    const OutputBindings& outputs() const;
    const ProgramDescription& description() const;
    /// @}
};

/// The simulated vehicle of a program. It starts on its route unless a start position is
/// configured.
/// @param hook see VehicleConfig
std::unique_ptr<Vehicle> create_simulated_vehicle(const ProgramConfig& config,
                                                  plant::TickHook* hook = nullptr);

/// The options of that vehicle's filters.
FilterOptions filter_options(const ProgramConfig& config, SafetyBoard* board);

/// All parts; waits for the program. @return null if the run was stopped before the program
/// connected
/// @throws ProgramError, ddc::TableError, std::runtime_error
std::unique_ptr<Assembly> assemble(const ProgramRun& run);

/// "basic", "dynamic" or, for the driver model, "driver".
std::string interface_of(const Assembly& assembly);

/// The frame of its vehicle's centre of gravity: `cog`; with several programs `NAME/cog`.
std::string frame_of(const ProgramRun& run);

/// Whether the run collects the evidence of a realtime run.
bool has_evidence(const ProgramRun& run);

/// The shortest time between two cycles.
SimTime shortest_cycle(const ProgramRun& run);

/// The formulas of requirements and faults.
std::vector<const requirement::Formula*> formulas_of(const ProgramConfig& config);

/// Adds all observers of a run.
void add_observers(const ProgramRun& run, Assembly& assembly);

}  // namespace gateway
