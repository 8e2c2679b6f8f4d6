// SPDX-License-Identifier: MIT
#include "plant_port.hpp"

#include "plant_calls.hpp"

namespace gateway::data_port {
namespace {

RunFacts plant_facts(const vdsim::PlantServerConfig& config, std::string text) {
    RunFacts facts;
    facts.mode = facts.source = "plant";
    facts.duration = config.duration;
    facts.text = std::move(text);
    facts.answers_commands = true;
    return facts;
}

std::vector<VehicleFacts> plant_vehicles(const vdsim::PlantServerConfig& config) {
    std::vector<VehicleFacts> vehicles;
    for (const vdsim::PlantVehicleConfig& vehicle : config.vehicles)
        vehicles.push_back(plant_vehicle_facts(vehicle, config.pace));
    return vehicles;
}

}  // namespace

struct PlantPort::Parts {
    Parts(const vdsim::PlantServerConfig& config, std::string text, Page page,
          std::vector<std::unique_ptr<ProtocolPublisher>> its_publishers)
        : publishers(std::move(its_publishers)),
          port(plant_facts(config, std::move(text)), plant_vehicles(config), *config.data_port,
               std::move(page)),
          calls(config, port) {
        calls.add_to(port.router);
        for (const auto& publisher : publishers) publisher->add_to(port);
    }
    ~Parts() { port.end(); }

    std::vector<std::unique_ptr<ProtocolPublisher>> publishers;
    Port port;
    PlantCalls calls;
};

PlantPort::PlantPort(const vdsim::PlantServerConfig& config, std::string text, Page page,
                     std::vector<std::unique_ptr<ProtocolPublisher>> publishers)
    : parts_(std::make_unique<Parts>(config, std::move(text), std::move(page),
                                     std::move(publishers))) {}

PlantPort::~PlantPort() = default;

Endpoint PlantPort::local() const {
    return parts_->port.local;
}

const std::string& PlantPort::token() const {
    return parts_->port.guard.token;
}

void PlantPort::log(const LogMessage& message) {
    parts_->port.log.add(message);
}

void PlantPort::begin(vdsim::PlantServer& server, const Controlled& run, PlantRecorder& recorder) {
    parts_->calls.begin(server, run);
    for (const auto& publisher : parts_->publishers) publisher->attach(recorder);
    parts_->port.begin(run);
}

void PlantPort::end() noexcept {
    parts_->port.end();
}

}  // namespace gateway::data_port
