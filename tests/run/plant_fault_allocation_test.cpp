// SPDX-License-Identifier: MIT
// Counts the allocations of vdsim_realtime's vehicles with faults of every kind that they can have.
#include "count_allocations.hpp"

#include "command.hpp"

#include "config/fault/fault_kinds.hpp"
#include "mcap/recording_file.hpp"
#include "output/output_file.hpp"
#include "plant_server/create_plant_vehicle.hpp"
#include "plant_server/load_plant_server_config.hpp"
#include "plant_server/plant_recorder.hpp"
#include "plant_server/plant_server.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <string>

namespace plant_fault_allocation_test {

using namespace std::chrono_literals;
using gateway::FaultSide;
namespace vds1 = gateway::vds1;
namespace vdsim = gateway::vdsim;

constexpr struct {
    FaultSide side;
    const char* target;
} targets[] = {{FaultSide::sensors, "sensors.gnss_position"},
               {FaultSide::actuators, "actuators.steering"},
               {FaultSide::vehicle, "vehicle"},
               {FaultSide::world, "world"},
               {FaultSide::links, "links.vds1"}};

/// Every kind with the same number for each parameter, except a cut, which would hide the others.
std::string every_kind() {
    std::string list;
    for (const auto& [side, target] : targets)
        for (const gateway::FaultKind* kind : gateway::fault_kinds()) {
            if (!kind->acts_on(side) || kind == &gateway::cut_kind) continue;
            list += (list.empty() ? "" : ", ") + std::string("{name: f") +
                    std::to_string(list.size()) + ", kind: " + kind->name + ", target: " + target +
                    ", from: {time_s: 0}, until: {when: t_s > 0.9}";
            for (const gateway::FaultParameter& parameter : kind->parameters)
                list += std::string(", ") + parameter.key + ": 0.2";
            list += "}";
        }
    return list;
}

TEST_CASE("a VDS1 server with faults allocates nothing") {
    const gateway::UdpSocket peer({0x7f000001, 0});
    gateway::SteadyTime now{1h};
    vdsim::CmdPort sut({0x7f000001, 0}, 5ms, now);
    auto config = vdsim::load_plant_vehicle("vehicle.yaml",
                                            "{safety: off, faults: [" + every_kind() + "]}", 5ms);
    config.options.destinations = {{peer.local(), 5}};
    const auto faults = vdsim::create_plant_faults(config, 5ms);
    sut.add(vdsim::create_plant_vehicle(config, 1, nullptr, faults.get()));
    vdsim::PlantVehicle& vehicle = *sut.vehicles().front();
    gateway::DatagramBatch batch;
    vds1::Cmd cmd;
    vds1::CmdBuffer buffer;
    gateway::PlantRecorder recorder({&vehicle});
    const tests::ScratchDirectory scratch;
    const auto recording = std::make_shared<gateway::RecordingFile>(
        std::make_shared<gateway::OutputFile>(scratch.path() / "plant.mcap"),
        [](const std::string&) {});
    recorder.add_sink(recording);
    recorder.after_tick(vehicle.feedback().sim_time);  // its messages have their texts from then on

    const std::size_t before = tests::allocations();
    std::size_t states = 0;
    for (cmd.header.sequence = 1; cmd.header.sequence <= 200; ++cmd.header.sequence) {
        peer.send(sut.local(), buffer.data(), vds1::encode(cmd, buffer));
        sut.drain(now += 5ms);
        vehicle.tick(now);
        sut.send_states(now);
        recorder.after_tick(vehicle.feedback().sim_time);
        states += batch.receive(peer);
    }
    CHECK(tests::allocations() == before);
    CHECK(vehicle.counters().accepted > 0);
    CHECK(states > 0);
    CHECK(faults->board().entries.size() > 20);
    for (const auto& entry : faults->board().entries) CHECK(entry.changes == 2);
}

}  // namespace plant_fault_allocation_test
