// SPDX-License-Identifier: MIT
#include "shared_world.hpp"

#include "factories.hpp"

#include "platform/create_vehicle.hpp"
#include "process/program_peer.hpp"

namespace gateway {
namespace {

std::vector<std::string> names_of(const RunConfig& config) {
    std::vector<std::string> names;
    for (const ProgramConfig& program : config.programs) names.push_back(program.name);
    return names;
}

/// The programs that drive the vehicle of `owner`, the owner first.
std::vector<std::size_t> drivers_of(std::size_t owner, const RunConfig& config) {
    std::vector<std::size_t> drivers{owner};
    for (std::size_t i = 0; i < config.programs.size(); ++i)
        if (config.programs[i].vehicle_of == owner) drivers.push_back(i);
    return drivers;
}

}  // namespace

SharedWorld::SharedWorld(const RunConfig& config, const std::atomic<bool>& stop,
                         const std::vector<std::unique_ptr<SafetyBoard>>& boards)
    : config_(config), time_(names_of(config), stop), traffic_(time_, config.programs.size()) {
    for (std::size_t i = 0; i < config.programs.size(); ++i) {
        const auto drivers = drivers_of(i, config);
        const ProgramConfig& owner = config.programs[i];
        auto& faults = vehicle_faults_.emplace_back();
        if (drivers.size() > 1 && !owner.faults.empty())
            faults = std::make_unique<VehicleFaults>(owner.vehicle);
        if (drivers.size() > 1)
            vehicles_.push_back(std::make_unique<SharedVehicle>(
                create_simulated_vehicle(owner, faults.get()), owner.failsafe, time_, drivers,
                create_filters(filter_options(owner, boards[i].get()))));
    }
}

SharedVehicle* SharedWorld::vehicle_of(std::size_t program) {
    for (const auto& vehicle : vehicles_)
        if (vehicle->is_driven_by(program)) return vehicle.get();
    return nullptr;
}

void SharedWorld::leave(std::size_t program) {
    if (SharedVehicle* vehicle = vehicle_of(program)) vehicle->leave(program);
    time_.leave(program);
}

SharedMember::SharedMember(SharedWorld& world, std::size_t program, Log log)
    : world_(world), participant_{world.time_, program, world.config_.duration, std::move(log)} {}

std::unique_ptr<Vehicle> SharedMember::shared_vehicle() {
    SharedVehicle* vehicle = world_.vehicle_of(participant_.index);
    return vehicle == nullptr ? nullptr : vehicle->view_for(participant_);
}

const Filters* SharedMember::filters() {
    const SharedVehicle* vehicle = world_.vehicle_of(participant_.index);
    return vehicle == nullptr || owner() != participant_.index ? nullptr : &vehicle->filters();
}

std::size_t SharedMember::owner() const {
    return world_.config_.programs[participant_.index].vehicle_of.value_or(participant_.index);
}

std::unique_ptr<Vehicle> SharedMember::show(std::unique_ptr<Vehicle> vehicle) {
    return owner() == participant_.index ? world_.traffic_.show(std::move(vehicle), participant_)
                                         : std::move(vehicle);
}

std::function<Surroundings(SimTime, const plant::State&, const RoutePlace&)>
SharedMember::look_around() {
    world_.traffic_.add_viewer(participant_.index);
    std::vector<OtherVehicle> seen;
    seen.reserve(world_.config_.programs.size());
    return [this, seen = std::move(seen)](SimTime now, const plant::State& own,
                                          const RoutePlace& place) mutable {
        world_.traffic_.look(participant_, owner(), now, seen);
        return surroundings(own, place, seen);
    };
}

std::unique_ptr<Pacer> SharedMember::join(std::unique_ptr<Pacer> pacer) {
    return std::make_unique<SharedPacer>(std::move(pacer), participant_);
}

std::unique_ptr<Pacer> SharedMember::join(std::unique_ptr<RealtimePacer> pacer) {
    return std::make_unique<SharedRealtimePacer>(std::move(pacer), participant_, world_.grid_);
}

bool SharedMember::begin(const OutputBindings& outputs) {
    SharedVehicle* vehicle = world_.vehicle_of(participant_.index);
    std::vector<DrivenPort> ports;
    for (const BoundOutput& port : outputs.ports) ports.push_back({port.name, port.sink.signal});
    if (vehicle != nullptr) vehicle->connect(participant_.index, std::move(ports));
    if (owner() == participant_.index) world_.traffic_.enter(participant_.index);
    world_.time_.announce(participant_.index, SimTime{0});
    if (!world_.time_.await_others(participant_.index, SimTime{0}, participant_.log)) return false;
    const std::string conflict = vehicle == nullptr ? "" : vehicle->conflict();
    if (!conflict.empty()) throw ProgramError(conflict);
    return true;
}

}  // namespace gateway
