// SPDX-License-Identifier: MIT
#include "bench_plan.hpp"

#include "config/load_run_config.hpp"
#include "machine/interface.hpp"
#include "plant_server/load_plant_server_config.hpp"
#include "socket/endpoint.hpp"

#include <plant/yaml_reader.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace gateway::machine {
namespace {

LoopSetup loop_of(const RealTimeOptions& pace, const SchedulingOptions& scheduling,
                  std::chrono::nanoseconds spin) {
    LoopSetup loop;
    loop.period = RealTimeRunner(pace, {}).period();
    loop.scheduling = scheduling;
    loop.spin = spin;
    std::sort(loop.scheduling.cpus.begin(), loop.scheduling.cpus.end());
    return loop;
}

bool are_equal(const LoopSetup& one, const LoopSetup& other) {
    return one.period == other.period && one.spin == other.spin &&
           one.scheduling.priority == other.scheduling.priority &&
           one.scheduling.dma_latency == other.scheduling.dma_latency &&
           one.scheduling.cpus == other.scheduling.cpus;
}

void add_loop(const LoopSetup& loop, BenchPlan& plan) {
    const auto known = std::find_if(plan.loops.begin(), plan.loops.end(),
                                    [&](const LoopSetup& each) { return are_equal(each, loop); });
    if (known == plan.loops.end()) plan.loops.push_back(loop);
    if (loop.spin.count() > 0) ++plan.spinning;
}

/// The address of a VDS1 peer in `vehicle`; empty for another vehicle.
std::string vds1_peer(plant::YamlReader& program) {
    std::string address;
    if (auto vehicle = program.section("vehicle")) {
        if (auto vds1 = vehicle->section("vds1")) {
            address = "127.0.0.1";
            vds1->text("address", address);
        }
    }
    return address;
}

/// The first peer of a run.
std::string peer_in(const std::filesystem::path& file) {
    plant::YamlReader reader(file);
    std::string peer = vds1_peer(reader);
    for (plant::YamlReader& program : reader.sections("programs"))
        if (peer.empty()) peer = vds1_peer(program);
    return peer;
}

BenchPlan plan_of_run(const std::filesystem::path& file) {
    const RunConfig config = load_run_config(file);
    if (config.mode != Mode::realtime)
        throw std::invalid_argument(file.string() +
                                    ": has no realtime loop to measure; it needs mode: realtime");
    BenchPlan plan;
    for (const ProgramConfig& program : config.programs)
        add_loop(loop_of(program.realtime.pace, program.realtime.scheduling, program.realtime.spin),
                 plan);
    plan.peer = peer_in(file);
    return plan;
}

std::string address_of(const Endpoint& endpoint) {
    const std::string text = to_string(endpoint);
    return text.substr(0, text.find(':'));
}

BenchPlan plan_of_plant_server(const std::filesystem::path& file) {
    const vdsim::PlantServerConfig config = vdsim::load_plant_server_config(file);
    BenchPlan plan;
    add_loop(loop_of(config.pace, config.scheduling, {}), plan);
    for (const auto& vehicle : config.vehicles)
        for (const auto& destination : vehicle.options.destinations)
            if (plan.peer.empty()) plan.peer = address_of(destination.endpoint);
    return plan;
}

}  // namespace

LoopNeeds BenchPlan::needs() const {
    LoopNeeds needs;
    for (const LoopSetup& loop : loops) {
        const SchedulingOptions& scheduling = loop.scheduling;
        needs.cpus.insert(needs.cpus.end(), scheduling.cpus.begin(), scheduling.cpus.end());
        if (scheduling.priority)
            needs.priority = std::max(needs.priority.value_or(0), *scheduling.priority);
        needs.spins |= loop.spin.count() > 0;
        needs.keeps_awake |= scheduling.dma_latency.has_value();
    }
    std::sort(needs.cpus.begin(), needs.cpus.end());
    needs.cpus.erase(std::unique(needs.cpus.begin(), needs.cpus.end()), needs.cpus.end());
    needs.interface = interface;
    return needs;
}

BenchPlan default_plan() {
    BenchPlan plan;
    LoopSetup loop;
    loop.scheduling = {80, true, {}};
    loop.scheduling.dma_latency = std::chrono::microseconds(0);
    for (const int period_ms : {1, 10}) {
        loop.period = std::chrono::milliseconds(period_ms);
        plan.loops.push_back(loop);
    }
    return plan;
}

BenchPlan read_plan(const std::filesystem::path& file) {
    const bool is_plant_server = plant::YamlReader(file).has("vehicles");
    BenchPlan plan = is_plant_server ? plan_of_plant_server(file) : plan_of_run(file);
    std::sort(plan.loops.begin(), plan.loops.end(),
              [](const auto& one, const auto& other) { return one.period < other.period; });
    if (!plan.peer.empty()) plan.interface = interface_to(plan.peer);
    return plan;
}

}  // namespace gateway::machine
