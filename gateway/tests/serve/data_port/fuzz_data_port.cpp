// SPDX-License-Identifier: MIT
// The input is a request to the data ports of a run and of a plant. Every request gets a reply,
// whose body is JSON if its content type is.
#include "../request_bytes.hpp"
#include "api/plant_calls.hpp"
#include "api/plant_port.hpp"
#include "api/target_calls.hpp"
#include "plant_server/create_plant_vehicle.hpp"
#include "plant_server/plant_server.hpp"

#include <cstddef>
#include <cstdint>

using namespace gateway;
using namespace gateway::data_port;

namespace {

VehicleFacts facts_of(std::size_t id, const char* name) {
    VehicleFacts facts;
    facts.id = id;
    facts.name = name;
    facts.vehicle.emplace();
    facts.reference_id = 0x4000;
    facts.cmd_timeout = std::chrono::seconds(1);
    return facts;
}

RunView view_of_two() {
    RunFacts run;
    run.text = "mode: measured";
    RunView view(run);
    view.add(facts_of(0, "first")).facts.refusal = "not this one";
    view.add(facts_of(1, "second"));
    return view;
}

/// A run of two vehicles whose programs have not started; the second may be driven manually.
struct RunScene {
    RunControl control;
    Controlled run{control, {}, true};
    RunView view = view_of_two();
    LogBoard log;
    RunCalls calls{view, log};
    Telemetry telemetry{view, {}};
    TargetCalls targets{view, telemetry, DataPortConfig{}};
    Router router{{"0123456789abcdef", true}, {}};

    RunScene() {
        view.run = &run;
        calls.add_to(router);
        calls.add_tables_to(router);
        targets.add_to(router);
    }
};

vdsim::PlantServerConfig plant_config() {
    vdsim::PlantServerConfig config;
    config.pace.time_scale = 1000;
    config.vehicles.assign(2, vdsim::default_plant_vehicle());
    for (std::uint32_t id = 0; id < 2; ++id) {
        config.vehicles[id].options.vehicle_id = id;
        config.vehicles[id].options.destinations.clear();
    }
    config.data_port.emplace();
    config.data_port->token = "0123456789abcdef";
    return config;
}

std::vector<VehicleFacts> plant_facts(const vdsim::PlantServerConfig& config) {
    std::vector<VehicleFacts> facts;
    for (const auto& vehicle : config.vehicles)
        facts.push_back(plant_vehicle_facts(vehicle, config.pace));
    return facts;
}

RunFacts answering() {
    RunFacts facts;
    facts.mode = facts.source = "plant";
    facts.answers_commands = true;
    return facts;
}

/// A plant of two vehicles, whose loop runs a tick if a reply waits for it.
struct PlantScene {
    vdsim::PlantServerConfig config = plant_config();
    RunControl control;
    StepGate gate{control, "the vehicles"};
    Port port{answering(), plant_facts(config), *config.data_port, {}};
    PlantCalls calls{config, port};
    vdsim::PlantServer server{config.pace};  // destroyed first: it uses its vehicles

    PlantScene() {
        vdsim::CmdPort& cmd_port = server.add_port(gateway::make_endpoint("127.0.0.1", 0));
        for (const vdsim::PlantVehicleConfig& vehicle : config.vehicles)
            cmd_port.add(vdsim::create_plant_vehicle(vehicle, config.pace.time_scale, nullptr));
        calls.add_to(port.router);
        port.run.emplace(Controlled{control, {&gate}});
        port.view.run = &*port.run;
        calls.begin(server, *port.run);
    }
    bool is_full() const { return port.view.vehicles().size() > 20; }
    /// Resets the state to that before any request.
    void forget() {
        control.stop = control.pause = false;
        control.time_scale = config.pace.time_scale;
    }
    void tick() {
        forget();
        server.run(server.sim_time() + config.pace.dt, control, gate);
    }
};

template <class Tick>
Answer finished(Answer answer, Tick tick) {
    while (const auto* const later = std::get_if<LaterAnswer>(&answer)) {
        tick();
        if (auto next = later->poll()) answer = Answer(std::move(*next));
    }
    return answer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static RunScene run;
    static std::optional<PlantScene> plant;
    const Request request =
        fuzz::request_of(std::string(reinterpret_cast<const char*>(data), size));
    fuzz::check(finished(run.router.answer(request), [] {}));
    if (!plant || plant->is_full()) plant.emplace();
    plant->forget();
    fuzz::check(finished(plant->port.router.answer(request), [] { plant->tick(); }));
    return 0;
}
