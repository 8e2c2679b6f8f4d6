// SPDX-License-Identifier: MIT
#pragma once

#include "program_run.hpp"

#include "cycle/program_controller.hpp"
#include "loop/loop.hpp"
#include "network/program_sockets.hpp"
#include "process/program_proxy.hpp"
#include "time/realtime_pacer.hpp"

/// What a run is made of. A new kind of a part is one more line here.
namespace gateway {

class MessageSinks;

/// The parts of a run, and what lives beside them.
struct Assembly {
    std::unique_ptr<ChildProcess> child;      ///< null if the gateway does not start the program
    std::unique_ptr<ProgramProxy> proxy;      ///< null if the program is behind the DDC itself
    std::unique_ptr<ProgramSockets> sockets;  ///< null if none is connected to anything
    RunParts parts;
    const ProgramController* program = nullptr;  ///< of the parts
    int report_descriptor = -1;                  ///< of RemoteVehicle
    const vds1::Client* vds1 = nullptr;          ///< of the vehicle, if that is a VDS1 peer
    RealtimePacer* realtime = nullptr;           ///< of the parts, in realtime mode
    std::vector<Level> manual_levels;            ///< of those who may take over
    const SafetyFilter* rules = nullptr;         ///< of the vehicle, unless it has `safety: off`
    const SafetyFilter* safety = nullptr;        ///< the same if it has a section `safety`
    std::unique_ptr<CommandTap> tap;             ///< of the filters; null if they are another's
    /// Take the messages of its turns, made once for all of them; monitors may add some.
    std::shared_ptr<MessageSinks> sinks;
};

/// The simulated vehicle of a program, which starts on its route where no other place is told.
std::unique_ptr<Vehicle> create_simulated_vehicle(const ProgramConfig& config);

/// What that vehicle's filters are to be.
FilterOptions filter_options(const ProgramConfig& config, SafetyBoard* board);

/// All parts, with the program there. @return nothing if the run was stopped before it was
/// @throws ProgramError, ddc::TableError, std::runtime_error
std::unique_ptr<Assembly> assemble(const ProgramRun& run);

/// The frame of its vehicle's centre of gravity: `cog`, among several programs `NAME/cog`.
std::string frame_of(const ProgramRun& run);

/// Adds the observers of a run: the one list of them.
void add_observers(const ProgramRun& run, Assembly& assembly);

}  // namespace gateway
