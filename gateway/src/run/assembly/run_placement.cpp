// SPDX-License-Identifier: MIT
#include "run_placement.hpp"

#include "machine/machine.hpp"
#include "machine/udp_owner.hpp"
#include "socket/udp_socket.hpp"

#include <ddc/inspect.hpp>

#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace gateway {
namespace {

constexpr const char* by_taskset = "start it with 'taskset -c {}'";
constexpr const char* by_exec = "start it with `exec: [taskset, -c, \"{}\", ...]`";
constexpr const char* by_cpus = "write `cpus: [{}]` there";

std::string name_of(const ProgramRun& run, const ProgramConfig& program) {
    return run.config.is_list ? "the loop of " + program.name : "the loop";
}

std::vector<int> sorted(std::vector<int> cpus) {
    std::sort(cpus.begin(), cpus.end());
    return cpus;
}

/// A loop as it is configured; the kernel may have denied it.
PlacedLoop configured_loop(const ProgramRun& run, const ProgramConfig& program,
                           const std::vector<int>& cpus) {
    const RealtimeConfig& realtime = program.realtime;
    PlacedLoop loop;
    loop.name = name_of(run, program);
    loop.is_bound = !realtime.scheduling.cpus.empty();
    loop.placement = {realtime.scheduling.priority.value_or(0),
                      loop.is_bound ? sorted(realtime.scheduling.cpus) : cpus};
    loop.period = RealTimeRunner(realtime.pace, {}).period();
    loop.spin = realtime.spin;
    return loop;
}

/// Whether the waits of a process of the table spin for most of a period.
bool spins(pid_t pid, std::chrono::nanoseconds period) {
    constexpr const char* name = "DDC_SPIN_US=";
    const MachineTree tree;
    const std::string variables =
        tree.text("proc/" + std::to_string(pid) + "/environ").value_or("");
    for (std::size_t at = 0; at < variables.size(); at = variables.find('\0', at) + 1) {
        const char* const text = variables.c_str() + at;
        if (std::strncmp(text, name, std::strlen(name)) == 0)
            return std::chrono::microseconds(std::atol(text + std::strlen(name))) * 2 >= period;
        if (variables.find('\0', at) == std::string::npos) break;
    }
    return false;
}

void add_process(const std::string& name, pid_t pid, const char* advice, Placement& placement) {
    const auto placed = placement_of(pid);
    if (!placed) return;
    placement.partners.push_back({name + " (pid " + std::to_string(pid) + ")", *placed,
                                  spins(pid, placement.loops[placement.own].period), advice});
}

/// Processes that were started from outside and have the table open.
void add_attached(const ProgramRun& run, Placement& placement) {
    try {
        for (const ddc::Process& each : ddc::attached_processes(run.config.table_name))
            if (each.state == ddc::ProcessState::alive && each.pid != ::getpid())
                add_process(each.name, each.pid, by_taskset, placement);
    } catch (const ddc::TableError&) {  // then they are not judged
    }
}

/// Whether an address is one of this machine.
bool is_own(const std::string& address) {
    try {
        return UdpSocket(make_endpoint(address, 0)).descriptor() >= 0;
    } catch (const std::exception&) {
        return false;
    }
}

/// The process of a VDS1 peer on this machine, if it runs already.
void add_vehicle(const vds1::Client& client, Placement& placement) {
    const std::string peer = client.peer();
    const std::size_t colon = peer.find(':');
    if (!is_own(peer.substr(0, colon))) return;
    const auto port = static_cast<std::uint16_t>(std::stoul(peer.substr(colon + 1)));
    if (const auto pid = udp_owner(port); pid && *pid != ::getpid())
        add_process("the vehicle", *pid, by_taskset, placement);
}

void add_other_loops(Placement& placement) {
    for (std::size_t i = 0; i < placement.loops.size(); ++i)
        if (i != placement.own)
            placement.partners.push_back(
                {placement.loops[i].name, placement.loops[i].placement, false, by_cpus});
}

}  // namespace

std::vector<Fact> facts_of(const ProgramRun& run, const Assembly& assembly,
                           const Machine& machine) {
    const RealtimeConfig& config = run.program.realtime;
    LoopNeeds needs{config.scheduling.cpus, config.scheduling.priority, config.spin.count() > 0,
                    config.scheduling.dma_latency.has_value(), assembly.interface};
    std::sort(needs.cpus.begin(), needs.cpus.end());
    return facts_of(machine, needs);
}

Placement placement_of(const ProgramRun& run, const Assembly& assembly, const Machine& machine) {
    Placement placement;
    placement.cpus = machine.online_cpus();
    placement.own = run.index;
    for (const ProgramConfig& program : run.config.programs)
        placement.loops.push_back(configured_loop(run, program, placement.cpus));
    if (const auto own = placement_of(0)) placement.loops[run.index].placement = *own;
    placement.interface = assembly.interface;
    placement.interrupt_cpus = machine.interrupt_cpus.value_or(std::vector<int>{});
    placement.rt_runtime_us = machine.sched_rt_runtime_us;
    placement.rt_period_us = machine.sched_rt_period_us;
    if (assembly.child) add_process("the program", assembly.child->pid(), by_exec, placement);
    const bool has_table_vehicle =
        run.program.remote_vehicle && assembly.vds1 == nullptr && assembly.interface.empty();
    if (!assembly.child || has_table_vehicle) add_attached(run, placement);
    if (assembly.vds1 != nullptr) add_vehicle(*assembly.vds1, placement);
    add_other_loops(placement);
    return placement;
}

}  // namespace gateway
